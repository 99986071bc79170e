// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "traces/layers/layers.h"

namespace spillway {

/// Groups of layer types, by what determines the shape of a layer's output: a window, weights, one
/// input (`unary`), or two inputs (`binary`). Layers of the kinds `data` and `joining` move, reduce
/// or resize data; their output also depends on Layer::values, axis, parts or shape. `data` layers
/// have one input; `joining` layers have any number. Types of the kind `none` cannot be layers.
enum class LayerKind : std::uint8_t { none, window, weights, unary, binary, data, joining };

LayerKind kind_of_layer(OpType type);

/// Returns the element type of the bias of a layer whose input has elements of `type`.
DataType bias_type(DataType type);

/// Returns the element type of a layer's output: Layer::element if it is given, otherwise the type
/// that follows from the layer's type and from `input`, the element type of the first input. Throws
/// std::invalid_argument if Layer::element is missing and no type follows from the layer.
DataType output_type_of(const Layer& layer, DataType input);

}  // namespace spillway
