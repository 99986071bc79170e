// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "base/index.h"
#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/op_chain.h"
#include "hwmodels/ethosu/replay/command_stream_match.h"
#include "hwmodels/ethosu/replay/command_stream_plan.h"

namespace spillway::ethosu {
namespace {

/// Counts, for each feature map, how many operations of the file access it as rows of pixels
/// (NHWC), and how many access it in another format.
class StoredFormats {
 public:
  explicit StoredFormats(const Network& network)
      : rows_(network.tensors.size(), 0),
        not_rows_(network.tensors.size(), 0),
        is_intermediate_(network.tensors.size(), false) {
    for (const Operator& op : network.operators) {
      if (!op.whole) continue;
      for (const TensorIndex tensor : op.whole->intermediates) at(is_intermediate_, tensor) = true;
    }
  }

  void count_formats(const MatchedOp& matched) {
    if (matched.kernels.empty()) {
      // These maps belong to an operation without matching kernels. Nothing shows how the compiler
      // stores them, so their formats must not change.
      for (const Operand* operand : {&matched.op->ifm, &matched.op->ifm2, &matched.op->ofm}) {
        count(*operand, not_rows_);
      }
    }
    for (const MatchedKernel& kernel : matched.kernels) {
      const Operation& operation = *kernel.operation;
      if (operation.reads_ifm) count_formats(matched.op->ifm, operation.ifm);
      if (operation.reads_ifm2) count_formats(matched.op->ifm2, operation.ifm2);
      count_formats(matched.op->ofm, operation.ofm);
    }
  }

  bool are_rows(std::size_t tensor) const { return rows_[tensor] > 0 && not_rows_[tensor] == 0; }

 private:
  void count_formats(const Operand& operand, const FeatureMap& map) {
    // The lowering decides the layout of a part of an intermediate map, so the format of this map
    // must not change.
    if (operand.offset != 0 && operand.tensor >= 0 && at(is_intermediate_, operand.tensor)) {
      count(operand, not_rows_);
      return;
    }
    const bool rows = map.tiling != Tiling::none && map.layout == Layout::nhwc;
    count(operand, rows ? rows_ : not_rows_);
  }

  static void count(const Operand& operand, std::vector<int>& in) {
    if (operand.tensor >= 0) ++at(in, operand.tensor);
  }

  std::vector<int> rows_;
  std::vector<int> not_rows_;
  std::vector<bool> is_intermediate_;
};

/// Whether `tensor` has `count` elements, stored as NHWC without gaps.
bool is_dense(const Tensor& tensor, std::int64_t count) {
  return tensor.layout == TensorLayout::nhwc && element_count(tensor) == count;
}

/// Gives an elementwise operator the shape of its kernel in the file. Leaves `lowered` unchanged
/// unless exactly one kernel computes the operator, the operator has no views and is no part of a
/// larger operator, and its tensors are plain NHWC.
void adopt_shape(const MatchedOp& matched, Network& lowered) {
  if (matched.kernels.size() != 1) return;
  const Operation& ours = matched.op->operation;
  const BlockShape shape = shape_of(ours.ofm);
  const BlockShape theirs = shape_of(matched.kernels.front().operation->ofm);
  const std::int64_t count = shape.elements();
  if (ours.type != OperationType::elementwise || theirs == shape) return;
  Operator& op = at(lowered.operators, matched.op->op);
  if (op.whole || !op.input_views.empty() || !op.output_views.empty()) return;
  for (const auto* operands : {&op.inputs, &op.outputs}) {
    for (const TensorIndex tensor : *operands) {
      if (tensor == no_tensor || !is_dense(at(lowered.tensors, tensor), count)) return;
    }
  }
  const OperandView view{{1, theirs.height, theirs.width, theirs.depth}, {}};
  op.input_views.assign(op.inputs.size(), view);
  op.output_views.assign(op.outputs.size(), view);
}

}  // namespace

void adopt_formats(Network& lowered, const DecodedFile& file, const Target& target) {
  StoredFormats formats(lowered);
  const NetworkOps ops = network_ops(lowered, config_of(target));
  const std::vector<MatchedOp> all = match_stream(ops, file);
  for (const MatchedOp& matched : all) formats.count_formats(matched);
  for (std::size_t i = 0; i < lowered.tensors.size(); ++i) {
    Tensor& tensor = lowered.tensors[i];
    if (tensor.layout != TensorLayout::nhcwb16 || !formats.are_rows(i)) continue;
    tensor.layout = TensorLayout::nhwc;
    tensor.bytes = storage_bytes(tensor.type, element_count(tensor));
  }
  for (const MatchedOp& matched : all) {
    if (at(ops, matched.op->op).size() == 1) adopt_shape(matched, lowered);
  }
  mark_in_place(lowered);
}

}  // namespace spillway::ethosu
