// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway {

/// Reads a network from a table of its layers, like those in papers: a CSV with one row per layer
/// and the columns `layer,type,inputs,channels,kernel,stride,padding,activation`, and further
/// columns that few layers need (docs/formats.md). Weights and biases have sizes but no contents.
/// `source` names the text in messages and becomes the network's source. Throws
/// UserError(input_file).
Network parse_layer_table(const std::string& text, const std::string& source);

/// Writes the network as such a table. Reading it gives the same operators with operands of the
/// same types, shapes and contents, except contents of weights and biases. Names that a table
/// cannot hold are changed. Throws UserError(input_file) with the first operator for which this is
/// not possible.
std::string write_layer_table(const Network& network);

}  // namespace spillway
