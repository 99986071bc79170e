// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway {

/// A network from a table of its layers, as papers print it: a CSV with one row per layer and the
/// columns `layer,type,inputs,channels,kernel,stride,padding,activation` and others that few layers
/// need (docs/formats.md). Weights and biases have sizes but no contents. `source` names the text
/// in messages and the network. Throws UserError(input_file).
Network parse_layer_table(const std::string& text, const std::string& source);

/// The network as such a table, which reads back as the same operators with operands of the same
/// types, shapes and contents (those of weights and biases are left out); names are changed where a
/// table could not hold them. Throws UserError(input_file) naming the first operator for which that
/// is not so.
std::string write_layer_table(const Network& network);

}  // namespace spillway
