// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/units.h"
#include "traces/network.h"

namespace spillway {

/// The CSV holds the contents of constants up to this number of bytes, such as shapes, axes,
/// paddings and tables. Of larger constants, and of all weights and biases, it holds only the
/// sizes.
constexpr Bytes largest_csv_contents = 4096;

/// Writes a network as CSV: one row for the network, then one row for every tensor, operator and
/// piece of metadata (docs/formats.md). If the CSV is read, the result is the same network, but
/// without the contents that the CSV does not hold.
std::string write_network_csv(const Network& network);

/// Reads a CSV that write_network_csv() or a user has written. `source` is the name of the text in
/// messages. Throws UserError(input_file) with line and column.
Network parse_network_csv(const std::string& text, const std::string& source);

}  // namespace spillway
