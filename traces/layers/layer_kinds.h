// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "traces/layers/layers.h"

namespace spillway {

/// What determines the shape of a layer's output: a window, weights, one input, or two inputs.
/// Layers that move, reduce or resize data also need values; they have one input or join several.
enum class LayerKind : std::uint8_t { none, window, weights, unary, binary, data, joining };

LayerKind kind_of_layer(OpType type);

/// The element type of the bias of a layer whose input has elements of `type`.
DataType bias_type(DataType type);

/// The element type of a layer's output if its first input has elements of `input`. Throws
/// std::invalid_argument if the layer must state the type and does not.
DataType output_type_of(const Layer& layer, DataType input);

}  // namespace spillway
