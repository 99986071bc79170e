// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// A column of the CSV of a sweep. The cells are texts without escapes.
struct SweepColumn {
  std::string name;
  std::vector<std::string> cells;  // one per row
};

/// Returns the columns of the CSV of a sweep. `source` names the CSV in error messages. Throws
/// UserError(input_file) if the text is no CSV.
std::vector<SweepColumn> sweep_cells(const std::string& csv, const std::string& source);

/// Returns the column with this name; null if there is no such column.
const SweepColumn* find_sweep_column(const std::vector<SweepColumn>& columns,
                                     std::string_view name);

/// Returns the number in a cell. Returns nullopt if the cell has no number, or a number that is
/// infinite or 2^53 or more: a double has no fraction from there on.
std::optional<double> number_in_cell(const std::string& cell);

}  // namespace spillway
