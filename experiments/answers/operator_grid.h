// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "experiments/answers/compare_planners.h"
#include "report/table_formats.h"
#include "traces/timing.h"

namespace spillway {

/// The times of an operator in all runs that have it.
struct GridRow {
  std::string name, type;
  std::vector<std::optional<double>> us;  // parallel to the columns
};

/// A table of operators by runs of one network: planners, sizes of a memory, ...
struct OperatorGrid {
  std::string title;
  std::vector<std::string> columns;
  std::vector<GridRow> rows;          // in execution order, those of the first run first
  std::vector<std::string> left_out;  // runs without figures, and why
};

/// One column of a grid.
struct GridRun {
  std::string label;
  std::string failure;             // why there are no figures; empty = `operators` has them
  std::vector<GridRow> operators;  // each with one time
};

/// The times of the operators of one run.
std::vector<GridRow> operator_times(const Timing& timing);

/// Planners may lower a network differently, so operators of several runs are matched by name.
/// Among operators of the same name, the first ones are matched, then the second ones, and so on.
OperatorGrid operator_grid(const std::string& title, const std::vector<GridRun>& runs);

/// The contestants of a comparison, fastest first. A compiled file is left out: its operators are
/// its compiler's own.
OperatorGrid comparison_grid(const PlannerComparison& comparison);

/// A text of at most `width` columns. Runs that do not fit follow in further blocks.
std::string grid_text(const OperatorGrid& grid, std::size_t width);
/// In microseconds.
DocumentTable grid_table(const OperatorGrid& grid);

}  // namespace spillway
