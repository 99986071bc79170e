// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "experiments/rows/sweep_rows.h"
#include "experiments/sweep/summary_choice.h"
#include "report/printout.h"

namespace spillway {

/// A table of latencies. Its points have equal identities except for the two cells that are its
/// rows and columns.
struct PivotTable {
  std::string title;
  // Rows are alternatives for the same task, not different networks or targets.
  bool compete = true;
  std::vector<std::string> row_labels, column_labels;
  /// [row][column]; null if the sweep has no such point.
  std::vector<std::vector<const SweepRow*>> cells;
};

/// A short form of an identity cell for the heads of tables: `64K 1K` for `sram=65536 dram=1024`,
/// `ideal` for `dram=ideal`. Hashes of files are left out.
std::string short_label(const std::string& column, const std::string& cell);

/// The tables of a sweep, in the order of its points. `rows` must outlive the tables.
std::vector<PivotTable> pivot_tables(const SweepRows& rows, const PivotChoice& choice);

/// The table in milliseconds; `*` marks the fastest row of each column. Columns that do not fit
/// `width` follow in further blocks. If the columns are memory sizes, some columns are left out
/// instead, but none with a row in `kept`.
Printout pivot_printout(const PivotTable& pivot, const PivotChoice& axes,
                        const std::set<const SweepRow*>& kept, std::size_t width);

/// A line that explains the marks in the tables' cells; empty for tables without marks.
std::string marks_text(const std::vector<PivotTable>& tables);

}  // namespace spillway
