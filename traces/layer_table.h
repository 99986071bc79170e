// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway {

/// A network from a table of its layers, as papers print it: a CSV with one row per layer and the
/// columns `layer,type,inputs,channels,kernel,stride,padding,activation` (docs/formats.md). Tensors
/// are int8, biases int32; constants have sizes but no contents. `source` names the text in
/// messages and the network. Throws UserError(input_file).
Network parse_layer_table(const std::string& text, const std::string& source);

}  // namespace spillway
