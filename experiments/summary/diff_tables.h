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
  std::string name;  // name of the file in error messages
};

struct MovedCell {
  // Name and type of an operator, or the cells that identify a point of a sweep.
  std::string row;
  std::string column;  // name of the column
  std::string before, after;
  // The relative change (after - before) / |before|; nothing if `before` is 0 or if a cell is not a
  // number.
  std::optional<double> change;
};

struct TableDiff {
  std::vector<std::string> names;  // names of the two files
  // Number of cells that differ by more than the tolerance, plus number of rows that are in only
  // one of the files.
  std::size_t moved = 0;
  // Number of cells that differ by no more than the tolerance.
  std::size_t within = 0;
  // The largest relative change (as a share) among the cells that differ by no more than the
  // tolerance.
  double most_within = 0;
  std::vector<MovedCell> cells;                   // cells that differ by more than the tolerance
  std::vector<std::string> only_in_a, only_in_b;  // names of rows that only one file has
  std::vector<std::string> lone_columns;  // one sentence for each column that only one file has
};

/// Compares two CSVs row by row: CSVs of operators, or CSVs of sweeps. Throws UserError(input_file)
/// if a file is neither a CSV of operators nor the CSV of a sweep, and if one file has operators
/// and the other one the points of a sweep.
/// * Two rows of operators match if they have the same name and type. Two rows of sweeps match if
///   they have the same identity of the point, without hashes. Repeated names or identities are
///   matched in the order of the files.
/// * Numbers may differ by the share `tolerance` of the number in `a`. Texts must be equal.
/// * A column that only one file has is reported, but not compared.
/// * Numbers, starts and ends of operators are not compared, because they follow from earlier rows.
///   Hashes, the column `pareto` and checksums of rows are not compared, either.
TableDiff diff_tables(const TableFile& a, const TableFile& b, double tolerance);

/// Returns a text that lists the cells that differ by more than the tolerance, and the columns and
/// rows that only one file has.
Printout diff_printout(const TableDiff& diff);

}  // namespace spillway
