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

/// The times of one operator in several runs of a network.
struct GridRow {
  std::string name, type;
  // One time per run, in microseconds; nullopt if the run does not have the operator.
  std::vector<std::optional<double>> us;
};

/// The times of operators (rows) in several runs of a network (columns), such as runs with
/// different planners or different sizes of a memory.
struct OperatorGrid {
  std::string title;
  std::vector<std::string> columns;
  // The operators of the first run in execution order, then operators that only later runs have.
  std::vector<GridRow> rows;
  std::vector<std::string> left_out;  // names of the runs without times, each with the reason
};

/// A run that becomes a column of a grid.
struct GridRun {
  std::string label;
  std::string failure;             // why the run has no times; empty if the run has times
  std::vector<GridRow> operators;  // one row per operator of the run, each with a single time
};

/// Returns one row for each operator of a run, with the operator's time in microseconds.
std::vector<GridRow> operator_times(const Timing& timing);

/// Combines runs into a grid. Planners may lower a network differently, so operators of different
/// runs share a row if their names are equal. If a name occurs several times in a run, its first
/// occurrences in all runs share one row, its second occurrences the next row, and so on.
OperatorGrid operator_grid(const std::string& title, const std::vector<GridRun>& runs);

/// Returns a grid with one column per contestant (planner or plan), the fastest contestant first.
/// Compiled files are left out, because their operators are those of the compiler and not those of
/// the lowered network.
OperatorGrid comparison_grid(const PlannerComparison& comparison);

/// Returns the grids as tables of times in microseconds. The fastest time of a row is marked if the
/// times differ.
Printout grids_printout(const std::vector<OperatorGrid>& grids);

}  // namespace spillway
