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

/// What an operator takes in every run that has it.
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

/// What the operators of a run take.
std::vector<GridRow> operator_times(const Timing& timing);

/// Operators of several runs are the same if they have the same name, and are as many in order
/// among those of that name: planners may lower a network differently.
OperatorGrid operator_grid(const std::string& title, const std::vector<GridRun>& runs);

/// The contestants of a comparison, fastest first. A compiled file is left out: its operators are
/// its compiler's own.
OperatorGrid comparison_grid(const PlannerComparison& comparison);

/// At most `width` columns: runs that do not fit there follow in further blocks.
std::string grid_text(const OperatorGrid& grid, std::size_t width);
/// In microseconds.
DocumentTable grid_table(const OperatorGrid& grid);

}  // namespace spillway
