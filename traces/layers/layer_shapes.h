// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "traces/layers/layers.h"

namespace spillway {

using LayerShape = std::vector<std::int32_t>;

/// Returns `extent` if a tensor can have it. Throws std::invalid_argument if `extent` is below 1 or
/// above 2^30.
std::int32_t checked_extent(std::int64_t extent);

/// The index of an axis, from 0. A negative `axis` counts from the end. Throws
/// std::invalid_argument if a tensor of rank `rank` has no such axis.
std::size_t place_of_axis(std::int64_t axis, std::size_t rank);

/// The common shape of two operands after broadcasting. Throws std::invalid_argument if the shapes
/// cannot be broadcast.
LayerShape broadcast(const LayerShape& left, const LayerShape& right);

/// The shape of the products of two stacks of matrices. Either stack may be stored transposed; the
/// first arrangement counts that gives the shape `given`. If `given` is empty, any shape counts,
/// and matrices that are not transposed are tried first. Throws std::invalid_argument if no
/// arrangement fits.
LayerShape shape_of_product(const LayerShape& left, const LayerShape& right,
                            const LayerShape& given);

/// The number of constant integer operands that a layer of this type has. These layers move, reduce
/// or resize data, and Layer::values holds their operands. A reshape may lack its operand.
std::size_t value_operands(OpType type);

/// The shapes of the outputs of a layer that moves, reduces or resizes data. They follow from the
/// shapes of the inputs and from the layer's values. Throws std::invalid_argument for values that
/// do not fit the inputs, and if only the layer's `shape` could determine the output, but `shape`
/// is missing.
std::vector<LayerShape> shapes_of_data(const Layer& layer, const std::vector<LayerShape>& inputs);

}  // namespace spillway
