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
  // One time per column, in microseconds; nothing if the run lacks the operator.
  std::vector<std::optional<double>> us;
};

/// The times of operators (rows) in several runs of a network (columns), such as runs with
/// different planners or different sizes of a memory.
struct OperatorGrid {
  std::string title;
  std::vector<std::string> columns;
  // The operators of the first run in execution order, then operators that only later runs have.
  std::vector<GridRow> rows;
  std::vector<std::string> left_out;  // runs without times, each with the reason
};

/// A run that becomes a column of a grid.
struct GridRun {
  std::string label;
  std::string failure;             // why the run has no times; empty = it has times
  std::vector<GridRow> operators;  // each has one time, that of this run
};

/// Returns a row for each operator of a run, with its time.
std::vector<GridRow> operator_times(const Timing& timing);

/// Combines runs to a grid. Planners may lower a network differently, so operators have one row if
/// their names are equal. If a name occurs more than once in a run, the first operators with the
/// name have one row, then the second ones, and so on.
OperatorGrid operator_grid(const std::string& title, const std::vector<GridRun>& runs);

/// Returns a grid with a column per contestant, the fastest first. Compiled files are left out,
/// because their operators are those of a compiler.
OperatorGrid comparison_grid(const PlannerComparison& comparison);

/// Returns tables of the times in microseconds. The fastest time of each row is marked.
Printout grids_printout(const std::vector<OperatorGrid>& grids);

}  // namespace spillway
