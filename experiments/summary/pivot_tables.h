// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
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

/// A cell of an identity for the heads of tables: `64K 1K` of `sram=65536 dram=1024`, `ideal` of
/// `dram=ideal`; hashes of files are left out.
std::string short_label(const std::string& column, const std::string& cell);

/// In the order of the points. `rows` must outlive the tables.
std::vector<PivotTable> pivot_tables(const SweepRows& rows, const PivotChoice& choice);

/// Milliseconds in at most 80 columns, the fastest of each column marked with `*`. Columns that do
/// not fit follow in further blocks; of sizes of memories (`thin_out`), some are left out instead,
/// but none that holds one of the rows `kept`.
std::string pivot_text(const PivotTable& table, bool thin_out,
                       const std::set<const SweepRow*>& kept = {});

/// What the marks in a table's cells mean, as one line; empty for a table without marks.
std::string marks_text(const std::vector<PivotTable>& tables);

}  // namespace spillway
