// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/ops/npu_ops.h"

namespace spillway::ethosu {

/// Returns the shape in which the NPU sees a tensor with extents `dims`. The last dimension is the
/// depth, the dimension before it is the width. The height is the product of all other dimensions.
BlockShape npu_shape(const std::vector<std::int32_t>& dims);

/// A feature map that an operation reads or writes, and its place: the tensor and the offset at
/// which the map begins.
struct MappedOperand {
  FeatureMap map;
  Operand operand;
  BlockShape whole;  // extents of the whole tensor, of which `map` can be a part
};

/// Returns the feature map of the part of `tensor` that `view` selects. An empty `view` selects the
/// whole tensor.
MappedOperand map_operand(const Network& network, TensorIndex tensor, const OperandView& view);

/// Returns the feature map of input or output `index` of `op`. If the operator has a view
/// (OperandView) for this operand, the map is the part of the tensor that the view selects.
MappedOperand map_input(const Network& network, const Operator& op, std::size_t index);
MappedOperand map_output(const Network& network, const Operator& op, std::size_t index);

/// Returns the shape of input or output `index` of `op`, as the operator sees it: the shape of the
/// operand's view (OperandView), or the shape of the tensor if the view has no shape.
const std::vector<std::int32_t>& input_shape(const Network& network, const Operator& op,
                                             std::size_t index);
const std::vector<std::int32_t>& output_shape(const Network& network, const Operator& op,
                                              std::size_t index);

/// Returns the size of one element in bytes; 1 for types smaller than a byte.
std::int32_t element_bytes(DataType type);

/// Returns the size in bytes of a feature map of shape `shape` in NHCWB16 layout, which pads the
/// depth to a multiple of 16 channels.
Bytes brick_bytes(const BlockShape& shape, std::int32_t element_bytes);

}  // namespace spillway::ethosu
