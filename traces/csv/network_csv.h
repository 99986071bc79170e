// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/units.h"
#include "traces/network.h"

namespace spillway {

/// The most bytes of contents that the CSV holds for a constant, such as a shape, axes, paddings or
/// a table. For larger constants, weights and biases it holds only the sizes.
constexpr Bytes largest_csv_contents = 4096;

/// Writes a network as CSV: one row for the network and one for every tensor, operator and piece of
/// metadata (docs/formats.md). Reading the CSV gives the same network, except for contents that the
/// CSV does not hold.
std::string write_network_csv(const Network& network);

/// Reads a CSV that write_network_csv() or a user has written. `source` names the text in messages.
/// Throws UserError(input_file) with line and column.
Network parse_network_csv(const std::string& text, const std::string& source);

}  // namespace spillway
