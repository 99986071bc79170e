// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "traces/layers/layers.h"

namespace spillway {

/// A kind of layers. The kind says what determines the shape of the output: a window, weights, one
/// input, or two inputs. Layers of the kinds `data` and `joining` move, reduce or resize data;
/// their shapes also need values. `data` layers have one input; `joining` layers have several.
enum class LayerKind : std::uint8_t { none, window, weights, unary, binary, data, joining };

LayerKind kind_of_layer(OpType type);

/// The element type of the bias of a layer whose input has elements of `type`.
DataType bias_type(DataType type);

/// The element type of a layer's output: the type that the layer states or, if it states none, the
/// type that follows from `input`, the element type of the first input. Throws
/// std::invalid_argument if the layer states no type and none follows.
DataType output_type_of(const Layer& layer, DataType input);

}  // namespace spillway
