// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace spillway {

/// The names of the columns that form the identity, joined by commas.
extern const std::string_view sweep_identity_columns;

/// The identity at the beginning of a row; empty if the row has too few cells.
std::string_view identity_of_row(std::string_view row);

/// The cell `status` of a row, for example `ok` or `failed`.
std::string_view status_of_row(std::string_view row);

/// The cells of a CSV line unchanged, with their quotes.
std::vector<std::string_view> raw_cells(std::string_view line);

}  // namespace spillway
