// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace spillway {

/// The names of the columns that identify a point, joined by commas.
extern const std::string_view sweep_identity_columns;

/// Returns the cells at the beginning of a row that identify its point; empty if the row has too
/// few cells.
std::string_view identity_of_row(std::string_view row);

/// Returns the cell `status` of a row, for example "ok" or "failed".
std::string_view status_of_row(std::string_view row);

/// Returns the cells of a line of a CSV as they stand there, with their quotes.
std::vector<std::string_view> raw_cells(std::string_view line);

}  // namespace spillway
