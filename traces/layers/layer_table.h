// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway {

/// Returns the network that a table of layers, as printed in papers, describes. The table is a CSV
/// with one row per layer. The CSV has the columns
/// `layer,type,inputs,channels,kernel,stride,padding,activation`, and further columns that few
/// layers need (docs/formats.md). Weights and biases have sizes but no contents. `source` is the
/// name of the text in messages and becomes Network::source. Throws UserError(input_file).
Network parse_layer_table(const std::string& text, const std::string& source);

/// Returns the network as a layer table. parse_layer_table() makes of this table a network with the
/// same operators, whose operands have the same types, shapes and contents. Lost are the contents
/// of weights and biases, scales and zero points, the slope of a LEAKY_RELU, and metadata. Names
/// with characters that a table cannot hold are changed. Throws UserError(input_file) if the table
/// cannot describe the network; the message names the first operator that the table cannot
/// describe, unless only the network's outputs differ.
std::string write_layer_table(const Network& network);

}  // namespace spillway
