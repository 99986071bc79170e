// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace spillway {

/// Names of the columns that make the identity, with commas.
extern const std::string_view sweep_identity_columns;

/// The identity that a row begins with; empty when it has too few cells.
std::string_view identity_of_row(std::string_view row);

/// Cells of a line of CSV as they stand there, quotes included.
std::vector<std::string_view> raw_cells(std::string_view line);

}  // namespace spillway
