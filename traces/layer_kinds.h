// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "traces/layers.h"

namespace spillway {

/// What the shape of a layer's output follows from: a window, weights, one input, two inputs, or,
/// for layers that move, reduce or resize data, values, with one input or several to join.
enum class LayerKind : std::uint8_t { none, window, weights, unary, binary, data, joining };

LayerKind kind_of_layer(OpType type);

/// Element type of the bias of a layer whose input has elements of `type`.
DataType bias_type(DataType type);

/// Element type of a layer's output, its first input having elements of `input`. Throws
/// std::invalid_argument where the layer must say it and does not.
DataType output_type_of(const Layer& layer, DataType input);

}  // namespace spillway
