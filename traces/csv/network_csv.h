// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/units.h"
#include "traces/network.h"

namespace spillway {

/// The largest number of bytes of a constant, such as a shape, an axis, a padding or a table, whose
/// contents a network CSV holds. Of larger constants, and of all weights and biases, the CSV holds
/// only the sizes.
constexpr Bytes largest_csv_contents = 4096;

/// Returns a network as CSV: one row for the network, then one row for every tensor, operator,
/// metadata element and warning (docs/formats.md). parse_network_csv() returns the same network for
/// this CSV, but without what the CSV does not hold: contents (largest_csv_contents), and members
/// of operators that only lowering sets, other than host and views.
std::string write_network_csv(const Network& network);

/// Reads a CSV that write_network_csv() or a user has written. `source` is the name of the text in
/// messages. Throws UserError(input_file) with line and column.
Network parse_network_csv(const std::string& text, const std::string& source);

}  // namespace spillway
