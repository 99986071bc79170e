// SPDX-License-Identifier: Apache-2.0
#include "sim/accounts/turns.h"

namespace spillway::sim {

Turns::Turns(const Program& program) : first_kernel_(program.kernels.data()) {
  const auto operators = static_cast<OperatorIndex>(program.operators.size());
  kernels_.reserve(program.kernels.size());
  OperatorIndex next = 0;  // first operator that has no turn yet
  for (const Kernel& kernel : program.kernels) {
    while (next <= kernel.op) begin(next++);
    if (owners_.back() != kernel.op) begin(kernel.op);
    kernels_.push_back(owners_.size() - 1);
  }
  while (next < operators) begin(next++);
}

void Turns::begin(OperatorIndex op) {
  if (static_cast<std::size_t>(op) == first_.size()) first_.push_back(owners_.size());
  owners_.push_back(op);
}

}  // namespace spillway::sim
