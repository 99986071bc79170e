// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hwmodels/ethosu/ops/constant_values.h"
#include "hwmodels/ethosu/ops/op_chain.h"
#include "hwmodels/ethosu/ops/transposition.h"

namespace spillway::ethosu {
namespace {

const char* table_suffix(OpType type) {
  switch (type) {
    case OpType::logistic:
      return "_lut_sigmoid";
    case OpType::tanh:
      return "_lut_tanh";
    case OpType::hard_swish:
      return "_lut_hardswish";
    case OpType::exp:
      return "_lut_exp";
    default:
      return "_lut_lrelu";
  }
}

}  // namespace

NpuOp copy_op(const OperatorSite& site, std::size_t input, std::size_t output) {
  NpuOp result = begin_op(site, "AvgPool");
  const MappedOperand ifm = map_input(site.network, site.op(), input);
  const MappedOperand ofm = map_output(site.network, site.op(), output);
  result.operation.type = OperationType::pool;
  result.operation.pool = PoolMode::average;
  const MappedOperand seen = in_shape(ifm, shape_of(ofm.map));
  result.operation.ifm = seen.map;
  result.ifm = seen.operand;
  result.ifm_whole = seen.whole;
  result.operation.ofm = ofm.map;
  result.ofm = ofm.operand;
  result.ofm_whole = ofm.whole;
  return result;
}

// A single copy is enough also for concatenations and splits, because lowering has already replaced
// each of these operators by one copy operator per operand.
std::vector<NpuOp> copy_ops(const OperatorSite& site) { return {copy_op(site, 0, 0)}; }

// Returns a DMA copy of the tensor, for a reshape whose input and output are both visible outside
// the NPU, for example to the host CPU. Such an input and output cannot share bytes.
std::vector<NpuOp> memory_copy_ops(const OperatorSite& site) {
  NpuOp result = copy_op(site, 0, 0);
  result.type = "Memcpy";
  result.operation.type = OperationType::elementwise;
  result.copied_bytes = site.tensor(site.op().outputs[0]).bytes;
  return {result};
}

// Returns the operation of an activation that is not fused into another operation:
// - A clamp such as RELU6 is a copy by average pooling, with the clamp as its activation.
// - A 16-bit logistic or tanh is also a copy by average pooling. The hardware computes the function
//   without loading a table, but in the time of a lookup table (ActivationWork::table).
// - Any other function is an addition of zero with a lookup table as its activation.
std::vector<NpuOp> activation_ops(const OperatorSite& site) {
  const OpType type = site.op().type;
  const bool wide = element_bytes(site.tensor(site.op().inputs[0]).type) == 2;
  const bool computed = wide && (type == OpType::logistic || type == OpType::tanh);
  NpuOp result = copy_op(site, 0, 0);
  if (computed) result.operation.activation = ActivationWork::table;
  if (!result.table) {
    result.name += "_avgpool";
  } else {
    result.name += table_suffix(type);
    result.type = "Add";
    result.operation.type = OperationType::elementwise;
    result.operation.elementwise = ElementwiseMode::add;
  }
  return {result};
}

// Returns how many rows, columns and channels a PAD operator adds before the data. `amounts` has,
// for each dimension, the number of elements before and after the data. Batches are folded into
// rows.
BlockShape padding_before(const std::vector<std::int32_t>& amounts, const BlockShape& out,
                          const std::vector<std::int32_t>& out_shape) {
  const std::size_t rank = amounts.size() / 2;
  const auto before = [&](std::size_t from_last) {
    return rank > from_last ? amounts[2 * (rank - 1 - from_last)] : 0;
  };
  const std::int32_t rows = rank > 3 ? out.height / std::max(1, out_shape[0]) : 0;
  return {before(3) * rows + before(2), before(1), before(0)};
}

// Returns the operations of a PAD operator: a copy of the input into the output, and one copy of a
// constant into each border of the output.
std::vector<NpuOp> pad_ops(const OperatorSite& site) {
  const Operator& op = site.op();
  const MappedOperand ifm = map_input(site.network, op, 0);
  const MappedOperand ofm = map_output(site.network, op, 0);
  const BlockShape in = shape_of(ifm.map);
  const BlockShape out = shape_of(ofm.map);
  const BlockShape from = padding_before(constant_values(site.tensor(op.inputs[1])), out,
                                         output_shape(site.network, op, 0));
  const BlockShape end{from.height + in.height, from.width + in.width, from.depth + in.depth};
  OpChain chain(site);
  const auto at = [&](const BlockShape& where, const BlockShape& shape) {
    MappedOperand part = rows_of(ofm, where.height, shape);
    part.map.depth = shape.depth;
    part.operand.offset += where.width * ofm.map.stride_x;
    part.operand.offset += ofm.map.layout == Layout::nhcwb16
                               ? where.depth / brick_channels * ofm.map.stride_c
                               : std::int64_t{where.depth} * ofm.map.element_bytes;
    return part;
  };
  const auto fill = [&](const char* side, const BlockShape& where, const BlockShape& shape) {
    if (shape.height <= 0 || shape.width <= 0 || shape.depth <= 0) return;
    chain.pool(PoolMode::average, op.name + side, made_up(shape, ofm.map.element_bytes),
               at(where, shape));
  };
  NpuOp& main = chain.pool(PoolMode::average, op.name + "_main", ifm, at(from, in));
  apply_activation(site, main);
  fill("_top", {0, 0, 0}, {from.height, out.width, out.depth});
  fill("_bottom", {end.height, 0, 0}, {out.height - end.height, out.width, out.depth});
  fill("_left", {from.height, 0, 0}, {in.height, from.width, out.depth});
  fill("_right", {from.height, end.width, 0}, {in.height, out.width - end.width, out.depth});
  fill("_front", {from.height, from.width, 0}, {in.height, in.width, from.depth});
  fill("_back", {from.height, from.width, end.depth}, {in.height, in.width, out.depth - end.depth});
  return chain.take();
}

// Returns a copy whose output strides exchange rows and columns. The output must have NHWC layout,
// because bricks (16 channels of a pixel each) do not allow such strides.
std::vector<NpuOp> transpose_ops(const OperatorSite& site) {
  const Operator& op = site.op();
  const BlockShape seen = *transposed_shape(input_shape(site.network, op, 0),
                                            constant_values(site.tensor(op.inputs[1])));
  NpuOp result = copy_op(site, 0, 0);
  result.name = op.name + "_avgpool";
  result.operation.ifm = in_shape(map_input(site.network, op, 0), seen).map;
  result.ifm_whole = result.ofm_whole = seen;
  FeatureMap& ofm = result.operation.ofm;
  ofm = dense_map(seen.height, seen.width, seen.depth, ofm.element_bytes, Layout::nhwc, 0, 0);
  ofm.stride_y = std::int64_t{seen.depth} * ofm.element_bytes;
  ofm.stride_x = std::int64_t{seen.height} * seen.depth * ofm.element_bytes;
  return {result};
}

}  // namespace spillway::ethosu
