// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "traces/layers/layers.h"

namespace spillway {

using LayerShape = std::vector<std::int32_t>;

/// `extent` as a tensor's extent. Throws std::invalid_argument if it is below 1 or above 2^30.
std::int32_t checked_extent(std::int64_t extent);

/// The index of an axis, which may count from the end. Throws std::invalid_argument if a tensor of
/// this rank has no such axis.
std::size_t place_of_axis(std::int64_t axis, std::size_t rank);

/// The shape to which two shapes broadcast. Throws std::invalid_argument if they do not.
LayerShape broadcast(const LayerShape& left, const LayerShape& right);

/// The shape of the products of two stacks of matrices, either of which may be stored transposed.
/// `given` is the wanted shape. If it is empty, the matrices are taken as stored if that fits.
/// Throws std::invalid_argument if no arrangement fits.
LayerShape shape_of_product(const LayerShape& left, const LayerShape& right,
                            const LayerShape& given);

/// The number of constant integer operands of a layer that moves, reduces or resizes data.
/// Layer::values holds them. A reshape may lack its operand.
std::size_t value_operands(OpType type);

/// The shapes of the outputs of a layer that moves, reduces or resizes data, from the shapes of its
/// inputs and its values. Throws std::invalid_argument for values that do not fit the inputs, and
/// for a missing `shape` if nothing else determines it.
std::vector<LayerShape> shapes_of_data(const Layer& layer, const std::vector<LayerShape>& inputs);

}  // namespace spillway
