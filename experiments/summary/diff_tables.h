// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace spillway {

struct TableFile {
  std::string text;
  std::string name;  // for messages
};

struct MovedCell {
  std::string row;     // the operator's name and type, or the point's identity
  std::string column;  // its name
  std::string before, after;
  std::optional<double> change;  // share of the figure before; nothing where a share says nothing
};

struct TableDiff {
  std::string report;                             // what moved, one line per cell
  std::size_t moved = 0;                          // cells beyond the tolerance, and lone rows
  std::size_t within = 0;                         // figures that moved by less
  std::vector<MovedCell> cells;                   // beyond the tolerance
  std::vector<std::string> only_in_a, only_in_b;  // rows
};

/// Compares two per-operator or two sweep CSVs row by row. Rows are matched by the operator's name
/// and type, or by the point's identity without hashes; several alike in the order of the file.
/// Numbers may differ by `tolerance` of the first file's, text not at all. Columns that only one
/// file has are named and not compared; start and end of an operator follow from the rows before
/// and are left out. Throws UserError(input_file) for other files.
TableDiff diff_tables(const TableFile& a, const TableFile& b, double tolerance);

}  // namespace spillway
