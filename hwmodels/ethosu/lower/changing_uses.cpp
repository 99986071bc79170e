// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/lower/changing_uses.h"

#include <algorithm>
#include <set>

#include "base/index.h"

namespace spillway::ethosu {
namespace {

Operands operands_of(const Network& network, std::int32_t index) {
  const Operator& op = at(network.operators, index);
  return {index, op.inputs, op.outputs};
}

}  // namespace

ChangingUses::ChangingUses(const Network& network)
    : uses_(tensor_uses(network)), writers_(network.tensors.size()) {
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    for (const TensorIndex output : network.operators[i].outputs) {
      at(writers_, output).push_back(static_cast<std::int32_t>(i));
    }
  }
}

std::vector<Operands> ChangingUses::around(const Network& network, std::int32_t op) const {
  const Operator& removed = at(network.operators, op);
  const auto& writers = at(writers_, removed.inputs[0]);
  const auto& readers = at(uses_.consumers, removed.outputs[0]);
  std::set<std::int32_t> numbers = {op};
  numbers.insert(writers.begin(), writers.end());
  numbers.insert(readers.begin(), readers.end());
  std::vector<Operands> around;
  around.reserve(numbers.size());
  for (const std::int32_t number : numbers) around.push_back(operands_of(network, number));
  return around;
}

void ChangingUses::update(const Network& network, const std::vector<Operands>& before) {
  for (const Operands& old : before) {
    take_out(old);
    put_in(operands_of(network, old.op));
  }
}

void ChangingUses::take_out(const Operands& operands) {
  const auto remove = [&](std::vector<std::int32_t>& operators) {
    operators.erase(std::lower_bound(operators.begin(), operators.end(), operands.op));
  };
  for (const TensorIndex input : operands.inputs) {
    if (input != no_tensor) remove(at(uses_.consumers, input));
  }
  for (const TensorIndex output : operands.outputs) {
    remove(at(writers_, output));
    count_writers(output);
  }
}

void ChangingUses::put_in(const Operands& operands) {
  const auto insert = [&](std::vector<std::int32_t>& operators) {
    operators.insert(std::upper_bound(operators.begin(), operators.end(), operands.op),
                     operands.op);
  };
  for (const TensorIndex input : operands.inputs) {
    if (input != no_tensor) insert(at(uses_.consumers, input));
  }
  for (const TensorIndex output : operands.outputs) {
    insert(at(writers_, output));
    count_writers(output);
  }
}

void ChangingUses::count_writers(TensorIndex tensor) {
  const std::vector<std::int32_t>& writers = at(writers_, tensor);
  at(uses_.writers, tensor) = static_cast<std::int32_t>(writers.size());
  at(uses_.producer, tensor) = writers.empty() ? -1 : writers.back();
}

}  // namespace spillway::ethosu
