// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/ops/npu_ops.h"

namespace spillway::ethosu {

/// A tensor's shape as the NPU sees it. The last dimension is the depth, the dimension before it is
/// the width. The height is the product of all other dimensions.
BlockShape npu_shape(const std::vector<std::int32_t>& dims);

/// A feature map of an operation, and the place in its tensor where the map begins.
struct MappedOperand {
  FeatureMap map;
  Operand operand;
  BlockShape whole;  // extents of the map that contains `map`
};

/// The map of `tensor`, or of the part of `tensor` that `view` names.
MappedOperand map_operand(const Network& network, TensorIndex tensor, const OperandView& view);

/// The map of input or output `index` of an operator, read through its view if it has one.
MappedOperand map_input(const Network& network, const Operator& op, std::size_t index);
MappedOperand map_output(const Network& network, const Operator& op, std::size_t index);

/// The shape in which an operator sees its input or output `index`.
const std::vector<std::int32_t>& input_shape(const Network& network, const Operator& op,
                                             std::size_t index);
const std::vector<std::int32_t>& output_shape(const Network& network, const Operator& op,
                                              std::size_t index);

/// The bytes of one element; 1 for types smaller than a byte.
std::int32_t element_bytes(DataType type);

/// The bytes that a map of `shape` occupies in bricks of 16 channels.
Bytes brick_bytes(const BlockShape& shape, std::int32_t element_bytes);

}  // namespace spillway::ethosu
