// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/npu_ops.h"
#include "hwmodels/ethosu/ops/op_chain.h"

namespace spillway::ethosu {
namespace {

// Limits of the compiler: the most operations in a chain (operations that pass maps to each other
// inside the processor), and the most maps that a chain reads from memories.
constexpr std::size_t longest_chain = 4;
constexpr int most_maps_read = 3;

bool is_whole(const Operand& operand, const FeatureMap& map, const BlockShape& whole) {
  return operand.offset == 0 && (whole.height == 0 || whole == shape_of(map));
}

int maps_read(const NpuOp& op) {
  int count = 0;
  if (op.operation.reads_ifm && op.ifm.tensor != no_tensor) ++count;
  if (op.operation.reads_ifm2 && op.ifm2.tensor != no_tensor) ++count;
  return count;
}

// Returns the operation of an operator if the operator runs as a single operation and this
// operation can be a member of a chain (operations that pass maps on inside the processor);
// otherwise returns an empty list. An operation cannot be a member if it:
// * is a DMA copy
// * has an operand that the lowering created and the network does not contain (made_up_operand)
// * loads a lookup table, because no compiled file shows the registers of such a chain
std::vector<NpuOp> single_operation(const Network& network, std::int32_t index) {
  const Operator& op = at(network.operators, index);
  if (op.on_host || op.whole) return {};
  std::vector<NpuOp> operations = npu_ops(network, index);
  if (operations.size() != 1) return {};
  const NpuOp& only = operations.front();
  const bool made_up = only.ifm.tensor == made_up_operand || only.ifm2.tensor == made_up_operand;
  if (only.copied_bytes > 0 || only.table || made_up || only.ofm.tensor < 0) return {};
  return operations;
}

// Whether a chain (operations that pass maps on inside the processor) can begin with the operation.
// The compiler also makes chains that begin with an elementwise operation. Such chains are left out
// here: no known compiled file contains one, so their block sizes are not known.
bool begins_chain(const NpuOp& op) {
  switch (op.operation.type) {
    case OperationType::conv:
    case OperationType::depthwise:
      return true;
    case OperationType::pool:
      return op.operation.window.kernel_h > 1 || op.operation.window.kernel_w > 1;
    default:
      return false;
  }
}

/// Joins each operator with the elementwise operators after it that can follow in a chain
/// (operations that pass maps on inside the processor).
class ChainBuilder {
 public:
  explicit ChainBuilder(Network& network) : network_(network), uses_(tensor_uses(network)) {}

  void run() {
    const auto count = static_cast<std::int32_t>(network_.operators.size());
    for (std::int32_t first = 0; first < count;) {
      const std::int32_t end = end_of_chain(first);
      if (end - first > 1) join(first, end);
      first = end;
    }
    drop_removed(network_);
  }

 private:
  // Returns the index of the operator after the chain (operators that pass maps on inside the
  // processor) that begins with operator `first`. If no chain begins with operator `first`, the
  // result is `first` + 1.
  std::int32_t end_of_chain(std::int32_t first) const {
    std::vector<NpuOp> last = single_operation(network_, first);
    std::int32_t end = first + 1;
    if (last.empty() || !begins_chain(last.front())) return end;
    int read = maps_read(last.front());
    const auto count = static_cast<std::int32_t>(network_.operators.size());
    const std::int32_t limit = std::min(count, first + static_cast<std::int32_t>(longest_chain));
    for (; end < limit; ++end) {
      std::vector<NpuOp> next = single_operation(network_, end);
      if (next.empty() || !follows(last.front(), next.front(), end)) break;
      read += maps_read(next.front()) - 1;
      if (read > most_maps_read) break;
      last = std::move(next);
    }
    return end;
  }

  // Whether operation `op` of operator `index` can take the result of operation `before` inside the
  // processor:
  // * `op` is elementwise.
  // * No other operator reads or writes the result of `before`.
  // * Both operations access this result as a whole and in the same shape, which is also the shape
  //   of the result of `op`.
  bool follows(const NpuOp& before, const NpuOp& op, std::int32_t index) const {
    const TensorIndex tensor = before.ofm.tensor;
    if (op.operation.type != OperationType::elementwise) return false;
    if (!uses_.only_consumer(tensor, index) || at(uses_.writers, tensor) != 1) return false;
    const bool first = op.ifm.tensor == tensor;
    const FeatureMap& read = first ? op.operation.ifm : op.operation.ifm2;
    const BlockShape shape = shape_of(op.operation.ofm);
    return (first || op.ifm2.tensor == tensor) &&
           is_whole(before.ofm, before.operation.ofm, before.ofm_whole) &&
           is_whole(first ? op.ifm : op.ifm2, read, first ? op.ifm_whole : op.ifm2_whole) &&
           shape_of(before.operation.ofm) == shape && shape_of(read) == shape;
  }

  void join(std::int32_t first, std::int32_t end) {
    auto links = std::make_shared<std::vector<Operator>>();
    for (std::int32_t i = first; i < end; ++i) {
      links->push_back(at(network_.operators, i));
      at(network_.operators, i).outputs.clear();
    }
    Operator all = links->front();
    all.input_views.clear();
    all.output_views = links->back().output_views;
    all.outputs = links->back().outputs;
    for (std::size_t i = 1; i < links->size(); ++i) {
      const Operator& link = (*links)[i];
      all.type_name += "+" + link.type_name;
      all.macs += link.macs;
      for (const TensorIndex input : link.inputs) {
        if (input != (*links)[i - 1].outputs.front()) all.inputs.push_back(input);
      }
    }
    all.chain = std::move(links);
    at(network_.operators, first) = std::move(all);
  }

  Network& network_;
  const TensorUses uses_;
};

}  // namespace

void chain_operators(Network& network) { ChainBuilder(network).run(); }

}  // namespace spillway::ethosu
