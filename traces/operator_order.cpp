// SPDX-License-Identifier: Apache-2.0
#include "traces/operator_order.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/index.h"

namespace spillway {
namespace {

using OperatorIndex = std::int32_t;
constexpr OperatorIndex no_operator = -1;

class OperatorOrder {
 public:
  explicit OperatorOrder(Network& network)
      : network_(network), writer_(network.tensors.size(), no_operator) {}

  void run() {
    if (!find_writers() || !has_early_read()) return;
    add_edges();
    const std::vector<OperatorIndex> order = sorted();
    if (order.size() == network_.operators.size()) apply(order);
  }

 private:
  OperatorIndex count() const { return static_cast<OperatorIndex>(network_.operators.size()); }

  const Tensor* tensor_at(TensorIndex index) const {
    const bool exists = index >= 0 && static_cast<std::size_t>(index) < network_.tensors.size();
    return exists ? &at(network_.tensors, index) : nullptr;
  }

  /// Finds the operator that writes each activation. Returns false if two operators write the same
  /// tensor, which is an error in the network.
  bool find_writers() {
    for (OperatorIndex i = 0; i < count(); ++i) {
      for (const TensorIndex output : at(network_.operators, i).outputs) {
        const Tensor* const tensor = tensor_at(output);
        if (tensor == nullptr || tensor->kind != TensorKind::activation) continue;
        if (std::exchange(at(writer_, output), i) != no_operator) return false;
      }
    }
    return true;
  }

  bool has_early_read() {
    for (OperatorIndex i = 0; i < count(); ++i) {
      for (const TensorIndex input : at(network_.operators, i).inputs) {
        if (tensor_at(input) == nullptr || at(writer_, input) < i) continue;
        warning_ = fmt::format(
            "operator {} '{}' reads tensor {} '{}', which only operator {} writes: the operators "
            "run in another order than the file's",
            i, at(network_.operators, i).name, input, at(network_.tensors, input).name,
            at(writer_, input));
        return true;
      }
    }
    return false;
  }

  bool keeps_state(const Operator& op) const {
    if (op.inputs.empty() || op.outputs.empty()) return true;
    const auto is_state = [&](TensorIndex index) {
      const Tensor* const tensor = tensor_at(index);
      return tensor != nullptr &&
             (tensor->kind == TensorKind::variable || tensor->type == DataType::resource);
    };
    return std::any_of(op.inputs.begin(), op.inputs.end(), is_state) ||
           std::any_of(op.outputs.begin(), op.outputs.end(), is_state);
  }

  void add_edges() {
    predecessor_counts_.assign(network_.operators.size(), 0);
    successors_.assign(network_.operators.size(), {});
    OperatorIndex last_with_state = no_operator;
    for (OperatorIndex i = 0; i < count(); ++i) {
      const Operator& op = at(network_.operators, i);
      for (const TensorIndex input : op.inputs) {
        if (tensor_at(input) != nullptr) add_edge(at(writer_, input), i);
      }
      if (keeps_state(op)) add_edge(std::exchange(last_with_state, i), i);
    }
  }

  void add_edge(OperatorIndex before, OperatorIndex after) {
    if (before == no_operator) return;
    at(successors_, before).push_back(after);
    ++at(predecessor_counts_, after);
  }

  /// Returns the operators in an order in which they can run (a topological order). Operators in a
  /// dependency cycle, and operators that depend on one, are missing in the result.
  std::vector<OperatorIndex> sorted() {
    std::priority_queue<OperatorIndex, std::vector<OperatorIndex>, std::greater<>> ready;
    for (OperatorIndex i = 0; i < count(); ++i) {
      if (at(predecessor_counts_, i) == 0) ready.push(i);
    }
    std::vector<OperatorIndex> order;
    while (!ready.empty()) {
      order.push_back(ready.top());
      ready.pop();
      for (const OperatorIndex next : at(successors_, order.back())) {
        if (--at(predecessor_counts_, next) == 0) ready.push(next);
      }
    }
    return order;
  }

  void apply(const std::vector<OperatorIndex>& order) {
    std::vector<Operator> operators;
    operators.reserve(order.size());
    for (const OperatorIndex index : order) {
      operators.push_back(std::move(at(network_.operators, index)));
    }
    network_.operators = std::move(operators);
    network_.warnings.push_back(std::move(warning_));
  }

  Network& network_;
  // For each tensor: the operator that writes the tensor.
  std::vector<OperatorIndex> writer_;
  // For each operator: the number of operators that must run before it.
  std::vector<std::int32_t> predecessor_counts_;
  // For each operator: the operators that must run after it.
  std::vector<std::vector<OperatorIndex>> successors_;
  std::string warning_;
};

}  // namespace

void order_operators(Network& network) { OperatorOrder(network).run(); }

}  // namespace spillway
