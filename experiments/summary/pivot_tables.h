// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "experiments/rows/sweep_rows.h"
#include "experiments/sweep/summary_choice.h"
#include "report/printout.h"

namespace spillway {

/// A table of latencies of a sweep. Two columns of the sweep's CSV, such as planner and memories,
/// choose the row and the column of a point in the table. In all other columns that identify a
/// point, except hashes, the points of the table are equal.
struct PivotTable {
  std::string title;
  // Whether the rows are alternatives for the same task, such as planners, so that the fastest row
  // is marked. If the rows are different networks or targets, no row is marked as the fastest.
  bool compete = true;
  std::vector<std::string> row_labels, column_labels;
  /// cells[row][column]; null if the sweep has no such point.
  std::vector<std::vector<const SweepRow*>> cells;
};

/// Returns a short form of a cell of a sweep's CSV, for the heads of tables: "64K 1K" for
/// "sram=65536 dram=1024", "ideal" for "dram=ideal". Leaves out hashes of files.
std::string short_label(const std::string& column, const std::string& cell);

/// Returns the tables of a sweep, in the order of its points. `rows` must outlive the tables.
std::vector<PivotTable> pivot_tables(const SweepRows& rows, const PivotChoice& choice);

/// Returns a table of the latencies in milliseconds. If the rows compete, `*` marks the fastest
/// cell of each column. If the table is wider than `width` characters:
/// * If the columns are sizes of memories, some columns are left out. A column with a point (a row
///   of the sweep's CSV) that is in `kept` stays.
/// * Otherwise, the columns that do not fit are printed in further tables below the first.
Printout pivot_printout(const PivotTable& pivot, const PivotChoice& axes,
                        const std::set<const SweepRow*>& kept, std::size_t width);

/// Returns a line that explains the marks in the cells of the tables; empty if there are no marks.
std::string marks_text(const std::vector<PivotTable>& tables);

}  // namespace spillway
