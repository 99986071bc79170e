// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/units.h"
#include "traces/network.h"

namespace spillway {

/// Contents of constants beyond weights and biases (shapes, axes, paddings, tables) go into the CSV
/// up to this size; larger ones, weights and biases keep only their sizes.
constexpr Bytes largest_csv_contents = 4096;

/// A network as CSV: one row for the network, for every tensor, operator and piece of metadata
/// (docs/formats.md). Reads back as the same network, contents of constants as above.
std::string write_network_csv(const Network& network);

/// `source` names the text in messages. Throws UserError(input_file) with line and column.
Network parse_network_csv(const std::string& text, const std::string& source);

}  // namespace spillway
