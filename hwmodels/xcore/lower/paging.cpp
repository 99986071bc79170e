// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "hwmodels/xcore/lower/passes.h"

namespace spillway::xcore {
namespace {

class Pager {
 public:
  Pager(Network& network, std::int32_t operators)
      : network_(network),
        operators_(operators),
        stores_(network.operators.size()),
        loads_(network.operators.size()) {}

  void run() {
    find_uses();
    for (std::size_t t = 0; t < producer_.size(); ++t) page(static_cast<TensorIndex>(t));
    std::vector<Operator> before = std::move(network_.operators);
    network_.operators.clear();
    for (std::size_t i = 0; i < before.size(); ++i) {
      for (Operator& load : loads_[i]) network_.operators.push_back(std::move(load));
      network_.operators.push_back(std::move(before[i]));
      for (Operator& store : stores_[i]) network_.operators.push_back(std::move(store));
    }
  }

 private:
  static constexpr std::int32_t nobody = -1;

  void find_uses() {
    producer_.assign(network_.tensors.size(), nobody);
    uses_.resize(network_.tensors.size());
    for (std::size_t i = 0; i < network_.operators.size(); ++i) {
      const Operator& op = network_.operators[i];
      for (const TensorIndex input : op.inputs) {
        if (input == no_tensor) continue;
        std::vector<std::int32_t>& uses = at(uses_, input);
        const auto number = static_cast<std::int32_t>(i);
        if (uses.empty() || uses.back() != number) uses.push_back(number);
      }
      const bool made = !is_load(op.type_name);
      for (const TensorIndex output : op.outputs) {
        at(producer_, output) = made ? static_cast<std::int32_t>(i) : nobody;
      }
    }
    for (const TensorIndex output : network_.outputs) at(producer_, output) = nobody;
  }

  void page(TensorIndex tensor) {
    std::int32_t last = at(producer_, tensor);
    if (last == nobody || at(network_.tensors, tensor).kind != TensorKind::activation) return;
    TensorIndex stored = no_tensor, current = tensor;
    for (const std::int32_t use : at(uses_, tensor)) {
      if (use - last > operators_ + 1) {
        if (stored == no_tensor) {
          stored = copy_of(tensor, "@paged");
          at(stores_, last).push_back(transfer(store_tensor_name, tensor, stored));
        }
        current = copy_of(tensor, "@" + std::to_string(use));
        at(loads_, use).push_back(transfer(load_tensor_name, stored, current));
      }
      if (current != tensor) {
        std::vector<TensorIndex>& inputs = at(network_.operators, use).inputs;
        std::replace(inputs.begin(), inputs.end(), tensor, current);
      }
      last = use;
    }
  }

  TensorIndex copy_of(TensorIndex tensor, const std::string& suffix) {
    Tensor copy = at(network_.tensors, tensor);
    copy.name += suffix;
    network_.tensors.push_back(std::move(copy));
    return static_cast<TensorIndex>(network_.tensors.size()) - 1;
  }

  Operator transfer(const char* type_name, TensorIndex from, TensorIndex to) const {
    Operator op;
    op.type = OpType::custom;
    op.type_name = type_name;
    op.name = at(network_.tensors, to).name;
    op.inputs = {from};
    op.outputs = {to};
    return op;
  }

  Network& network_;
  std::int32_t operators_;
  // Per tensor: the operator that produces it; `nobody` = the tensor must not be paged.
  std::vector<std::int32_t> producer_;
  std::vector<std::vector<std::int32_t>> uses_;  // per tensor: the operators that use it, ascending
  std::vector<std::vector<Operator>> stores_;    // per operator: stores to insert after it
  std::vector<std::vector<Operator>> loads_;     // per operator: loads to insert before it
};

}  // namespace

void page_tensors(Network& network, std::int32_t operators) { Pager(network, operators).run(); }

}  // namespace spillway::xcore
