// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/operands.h"

#include <algorithm>

#include "base/index.h"

namespace spillway::ethosu {
namespace {

Layout layout_of(const Tensor& tensor) {
  return tensor.layout == TensorLayout::nhcwb16 ? Layout::nhcwb16 : Layout::nhwc;
}

// Converts `offset`, an index per dimension of a tensor with extents `dims`, into a row, a column
// and a channel. All dimensions before the last two are folded into the row.
BlockShape npu_offset(const std::vector<std::int32_t>& dims,
                      const std::vector<std::int32_t>& offset) {
  BlockShape at{0, 0, 0};
  const std::size_t rank = std::min(dims.size(), offset.size());
  if (rank == 0) return at;
  at.depth = offset[rank - 1];
  if (rank > 1) at.width = offset[rank - 2];
  for (std::size_t i = 0; i + 2 < rank; ++i) at.height = at.height * dims[i] + offset[i];
  return at;
}

const OperandView& view_at(const std::vector<OperandView>& views, std::size_t index) {
  static const OperandView whole;
  return index < views.size() ? views[index] : whole;
}

}  // namespace

BlockShape npu_shape(const std::vector<std::int32_t>& dims) {
  BlockShape shape;
  const std::size_t rank = dims.size();
  if (rank == 0) return shape;
  shape.depth = dims[rank - 1];
  if (rank > 1) shape.width = dims[rank - 2];
  for (std::size_t i = 0; i + 2 < rank; ++i) shape.height *= dims[i];
  return shape;
}

MappedOperand map_operand(const Network& network, TensorIndex index, const OperandView& view) {
  const Tensor& tensor = at(network.tensors, index);
  const std::vector<std::int32_t>& seen = view.shape.empty() ? tensor.shape : view.shape;
  const bool part = !view.offset.empty();
  const BlockShape whole = npu_shape(part ? tensor.shape : seen);
  const BlockShape shape = npu_shape(seen);

  MappedOperand result;
  FeatureMap& map = result.map;
  map = dense_map(whole.height, whole.width, whole.depth, element_bytes(tensor.type),
                  layout_of(tensor), 0, 0);
  map.height = map.height0 = map.height1 = shape.height;
  map.width = map.width0 = shape.width;
  map.depth = shape.depth;
  result.operand.tensor = index;
  result.whole = whole;
  if (part) {
    const BlockShape at = npu_offset(tensor.shape, view.offset);
    const std::int64_t channels = map.layout == Layout::nhcwb16
                                      ? at.depth / brick_channels * map.stride_c
                                      : std::int64_t{at.depth} * map.element_bytes;
    result.operand.offset = at.height * map.stride_y + at.width * map.stride_x + channels;
  }
  return result;
}

MappedOperand map_input(const Network& network, const Operator& op, std::size_t index) {
  return map_operand(network, op.inputs[index], view_at(op.input_views, index));
}

MappedOperand map_output(const Network& network, const Operator& op, std::size_t index) {
  return map_operand(network, op.outputs[index], view_at(op.output_views, index));
}

const std::vector<std::int32_t>& input_shape(const Network& network, const Operator& op,
                                             std::size_t index) {
  const OperandView& view = view_at(op.input_views, index);
  return view.shape.empty() ? at(network.tensors, op.inputs[index]).shape : view.shape;
}

const std::vector<std::int32_t>& output_shape(const Network& network, const Operator& op,
                                              std::size_t index) {
  const OperandView& view = view_at(op.output_views, index);
  return view.shape.empty() ? at(network.tensors, op.outputs[index]).shape : view.shape;
}

std::int32_t element_bytes(DataType type) {
  return static_cast<std::int32_t>(std::max<Bytes>(1, storage_bytes(type, 1)));
}

Bytes brick_bytes(const BlockShape& shape, std::int32_t element_bytes) {
  const std::int64_t bricks = (shape.depth + brick_channels - 1) / brick_channels;
  return std::int64_t{shape.height} * shape.width * bricks * brick_channels * element_bytes;
}

}  // namespace spillway::ethosu
