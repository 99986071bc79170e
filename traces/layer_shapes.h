// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "traces/layers.h"

namespace spillway {

using LayerShape = std::vector<std::int32_t>;

/// `extent` as a tensor may have it. Throws std::invalid_argument below 1 and above 2^30.
std::int32_t checked_extent(std::int64_t extent);

/// The place of an axis that may count from the end. Throws std::invalid_argument where a tensor of
/// that rank has none.
std::size_t place_of_axis(std::int64_t axis, std::size_t rank);

/// The shape to which two broadcast. Throws std::invalid_argument where they do not.
LayerShape broadcast(const LayerShape& left, const LayerShape& right);

/// The shape of the products of two stacks of matrices, either of which may be stored transposed;
/// as stored where that fits and `given`, the shape that is wanted, is empty. Throws
/// std::invalid_argument where none fits.
LayerShape shape_of_product(const LayerShape& left, const LayerShape& right,
                            const LayerShape& given);

/// How many constant operands of whole numbers a layer that moves, reduces or resizes data has;
/// they are what Layer::values holds. Reshapes may go without theirs.
std::size_t value_operands(OpType type);

/// Shapes of the outputs of a layer that moves, reduces or resizes data, from the shapes of its
/// inputs and its values. Throws std::invalid_argument for values that do not fit them, and for a
/// missing `shape` where nothing else tells it.
std::vector<LayerShape> shapes_of_data(const Layer& layer, const std::vector<LayerShape>& inputs);

}  // namespace spillway
