// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/printout.h"

namespace spillway {

struct TableFile {
  std::string text;
  std::string name;  // for messages
};

struct MovedCell {
  std::string row;     // the operator's name and type, or the point's identity
  std::string column;  // name of the column
  std::string before, after;
  // Relative to the earlier figure; nothing if there is no ratio (0 or text).
  std::optional<double> change;
};

struct TableDiff {
  std::vector<std::string> names;  // of both files
  std::size_t moved = 0;  // cells that differ by more than the tolerance, and rows of one file only
  std::size_t within = 0;        // figures that differ by less than the tolerance
  double most_within = 0;        // the largest relative change of the figures within the tolerance
  std::vector<MovedCell> cells;  // the cells that differ by more than the tolerance
  std::vector<std::string> only_in_a, only_in_b;  // names of rows
  std::vector<std::string> lone_columns;          // sentences about columns that only one file has
};

/// Compares two per-operator or two sweep CSVs row by row. Rows are matched by the operator's name
/// and type, or by the point's identity without hashes; rows with equal names are matched in file
/// order. Numbers may differ by the share `tolerance` of the first file's number; text must be
/// equal. Columns that only one file has are reported and not compared. Start and end of operators
/// are left out, because they follow from earlier rows. Throws UserError(input_file) for other
/// files.
TableDiff diff_tables(const TableFile& a, const TableFile& b, double tolerance);

/// The cells that moved, and the rows that only one file has.
Printout diff_printout(const TableDiff& diff);

}  // namespace spillway
