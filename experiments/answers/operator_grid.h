// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "experiments/answers/compare_planners.h"
#include "report/printout.h"
#include "traces/timing.h"

namespace spillway {

/// The times of one operator in all runs.
struct GridRow {
  std::string name, type;
  // One per column; nothing if the run does not have the operator.
  std::vector<std::optional<double>> us;
};

/// A table whose rows are operators and whose columns are runs of one network: planners, sizes of a
/// memory, ...
struct OperatorGrid {
  std::string title;
  std::vector<std::string> columns;
  std::vector<GridRow> rows;          // in execution order, starting with those of the first run
  std::vector<std::string> left_out;  // runs without figures, with the reason
};

/// One column of a grid.
struct GridRun {
  std::string label;
  std::string failure;             // why there are no figures; empty = there are
  std::vector<GridRow> operators;  // each with one time
};

/// The times of the operators of one run.
std::vector<GridRow> operator_times(const Timing& timing);

/// Combines runs. Planners may lower a network differently, so operators are matched by name. Among
/// operators of the same name, the first ones are matched, then the second ones, and so on.
OperatorGrid operator_grid(const std::string& title, const std::vector<GridRun>& runs);

/// The contestants of a comparison, fastest first. Compiled files are left out, because their
/// operators are those of the compiler.
OperatorGrid comparison_grid(const PlannerComparison& comparison);

/// The times in microseconds, with a mark at the fastest of each row.
Printout grids_printout(const std::vector<OperatorGrid>& grids);

}  // namespace spillway
