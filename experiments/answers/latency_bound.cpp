// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/latency_bound.h"

#include <algorithm>
#include <vector>

#include "base/index.h"

namespace spillway {
namespace {

struct Work {
  double compute = 0, output = 0, host = 0;  // cycles
  double serial = 0;                         // cycles that no other operator overlaps
  double weights = 0;                        // bytes
};

std::vector<Work> work_of(const Program& program) {
  std::vector<Work> work(program.operators.size());
  for (const Kernel& kernel : program.kernels) {
    Work& of = at(work, kernel.op);
    for (std::uint32_t i = 0; i < kernel.blocks.count; ++i) {
      const Block& block = at(program.blocks, kernel.blocks.first + i);
      of.compute += block.compute;
      of.output += block.output;
    }
  }
  for (const HostTask& task : program.host_tasks) {
    at(work, task.op).host += static_cast<double>(task.cycles);
  }
  return work;
}

/// Fewer cycles of the MAC array where an operator's stripes, of any height, take fewer.
void allow_cascades(const CascadeShapes& cascades, std::vector<Work>& work) {
  const auto allow = [&](std::int32_t first, std::int32_t op) {
    for (std::int32_t rows = 1;; ++rows) {
      const auto shape = cascades(first, first + 1, rows);
      if (!shape) return;
      Work& of = at(work, op);
      of.compute = std::min(of.compute, at(shape->compute_cycles, op - first));
    }
  };
  for (std::int32_t op = 0; op + 1 < static_cast<std::int32_t>(work.size()); ++op) {
    allow(op, op);
    allow(op, op + 1);
  }
}

}  // namespace

Cycles latency_bound(const BoundInputs& inputs) {
  std::vector<Work> work = work_of(inputs.program);
  if (inputs.cascades) allow_cascades(inputs.cascades, work);
  if (inputs.bytes_per_cycle > 0) {
    for (const WeightNeed& need : inputs.needs.operators) {
      at(work, need.op).weights += static_cast<double>(need.slices({0}).front().bytes());
    }
  }
  for (std::size_t op = 0; op < inputs.least_cycles.size(); ++op) {
    work[op].serial = inputs.least_cycles[op];
  }
  // Per number of operators: when they can have ended.
  std::vector<double> ended(work.size() + 1, 0);
  Work sum;
  for (std::size_t end = 1; end <= work.size(); ++end) {
    const Work& last = work[end - 1];
    sum.compute += last.compute;
    sum.output += last.output;
    sum.host += last.host;
    sum.serial += last.serial;
    const double busiest = std::max({sum.compute, sum.output, sum.serial});
    ended[end] = std::max(ended[end - 1], busiest + sum.host);
    double weights = 0;
    for (std::size_t begin = end; begin-- > 0;) {
      if (begin > 0) {
        const double moved = (weights - static_cast<double>(inputs.fast_bytes));
        if (moved > 0) {
          ended[end] = std::max(ended[end], ended[begin] + moved / inputs.bytes_per_cycle);
        }
      }
      weights += work[begin].weights;
    }
    const double moved = weights - static_cast<double>(inputs.fast_bytes);
    if (moved > 0) ended[end] = std::max(ended[end], moved / inputs.bytes_per_cycle);
  }
  return static_cast<Cycles>(ended.back());
}

}  // namespace spillway
