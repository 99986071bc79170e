// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "traces/layers/layers.h"

namespace spillway {

using LayerShape = std::vector<std::int32_t>;

/// Returns `extent` as the extent of a tensor. Throws std::invalid_argument if `extent` is below 1
/// or above 2^30.
std::int32_t checked_extent(std::int64_t extent);

/// Returns the index of an axis, from 0. A negative `axis` counts from the last dimension. Throws
/// std::invalid_argument if a tensor of rank `rank` has no such axis.
std::size_t axis_index(std::int64_t axis, std::size_t rank);

/// Returns the common shape of two operands after broadcasting. Throws std::invalid_argument if the
/// shapes cannot be broadcast.
LayerShape broadcast(const LayerShape& left, const LayerShape& right);

/// Returns the shape of the matrix products of two stacks of matrices. Each stack may be stored
/// transposed. The four combinations are tried in a fixed order, beginning with no transposed
/// stack. Returns the first product that has the shape `given` or, if `given` is empty, the first
/// product whose inner extents agree. Throws std::invalid_argument if no combination fits.
LayerShape shape_of_product(const LayerShape& left, const LayerShape& right,
                            const LayerShape& given);

/// Returns the number of constant integer operands of a layer of this type; Layer::values must hold
/// their contents. Layers that move, reduce or resize data have such operands. A reshape may lack
/// this operand, and a fill may have one.
std::size_t value_operands(OpType type);

/// Returns the shapes of the outputs of a layer that moves, reduces or resizes data. The shapes
/// follow from the shapes of the inputs and from Layer::values. Throws std::invalid_argument if the
/// values do not fit the inputs, or if the output depends on Layer::shape and Layer::shape is
/// empty.
std::vector<LayerShape> shapes_of_data(const Layer& layer, const std::vector<LayerShape>& inputs);

}  // namespace spillway
