// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace spillway {

/// The names of the CSV columns that identify a point of a sweep, joined by commas.
extern const std::string_view sweep_identity_columns;

/// Returns the beginning of a CSV row: the cells that identify the point of the row. Empty if the
/// row has too few cells.
std::string_view identity_of_row(std::string_view row);

/// Returns the cell `status` of a row, for example "ok" or "failed".
std::string_view status_of_row(std::string_view row);

/// Whether the column has a quantity with a unit, such as `latency_us`, `sram_energy_uj` or
/// `dram_bandwidth_bytes_per_s`. Documents and pages have the cells of such a column as numbers.
/// The cells that identify a point remain texts, even if they look like numbers (a weight ratio
/// of 1.0).
bool is_figure_column(std::string_view column);

/// Returns the cells of a CSV line as they are written in the line: quoted cells keep their quotes.
std::vector<std::string_view> raw_cells(std::string_view line);

}  // namespace spillway
