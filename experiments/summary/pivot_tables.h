// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/rows/sweep_rows.h"
#include "experiments/sweep/summary_choice.h"

namespace spillway {

/// A table of latencies: all points that differ in two cells of their identity only.
struct PivotTable {
  std::string title;
  bool compete = true;  // rows are choices for the same task, not different networks or targets
  std::vector<std::string> row_labels, column_labels;
  /// [row][column]; null where the sweep has no such point.
  std::vector<std::vector<const SweepRow*>> cells;
};

/// In the order of the points. `rows` must outlive the tables.
std::vector<PivotTable> pivot_tables(const SweepRows& rows, const PivotChoice& choice);

/// Milliseconds in at most 80 columns, the fastest of each column marked with `*`. Columns that do
/// not fit follow in further blocks; of sizes of memories (`thin_out`), some are left out instead.
std::string pivot_text(const PivotTable& table, bool thin_out);

}  // namespace spillway
