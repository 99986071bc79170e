// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/units.h"
#include "traces/network.h"

namespace spillway {

/// Largest contents in bytes that the CSV holds for a constant, such as shapes, axes, paddings and
/// tables. Larger constants, weights and biases keep only their sizes.
constexpr Bytes largest_csv_contents = 4096;

/// Writes a network as CSV: one row for the network and for every tensor, operator and piece of
/// metadata (docs/formats.md). Reading it gives the same network, except for contents that are left
/// out.
std::string write_network_csv(const Network& network);

/// Reads such a CSV. `source` names the text in messages. Throws UserError(input_file) with line
/// and column.
Network parse_network_csv(const std::string& text, const std::string& source);

}  // namespace spillway
