// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/rows/pareto.h"
#include "experiments/rows/sweep_rows.h"

namespace spillway {

/// Rows of a sweep that show how much time more fast memory saves. All rows of a group have a
/// latency. The rows may differ in the capacity of the fastest memory, the planner, the allocator
/// and the options that the user is free to choose (competes()). Everything else is equal in all
/// rows of the group.
struct TradeGroup {
  // Network, target and memory mode, and the cells in which the groups of the sweep differ.
  std::string name;
  std::string memory;  // name of the target's fastest memory
  std::vector<ParetoPoint> points;
  // The row number of each point in the CSV, from 0.
  std::vector<std::size_t> rows;
  std::vector<std::size_t> front;  // Pareto front: indices into `points`
};

/// Returns the groups of rows in a sweep, in the order of their first rows.
std::vector<TradeGroup> trade_groups(const SweepRows& rows);

/// Returns the groups of rows in the CSV of a sweep. `source` names the CSV in error messages.
/// Throws UserError(input_file) if the text is not the CSV of a sweep.
std::vector<TradeGroup> trade_groups(const std::string& csv, const std::string& source);

/// Returns the cells of the column `pareto`, one per row: "yes" for rows on the Pareto front of
/// their group, "no" for other rows with a latency, and empty for rows without a latency.
std::vector<std::string_view> pareto_cells(const SweepRows& rows);

/// Returns line `row` of the CSV of a sweep (counted from 0, without the header) with its last
/// cell, `pareto`, filled in.
std::string with_pareto_cell(std::string_view line, std::size_t row,
                             const std::vector<std::string_view>& cells);

/// Returns the CSV of a sweep with its last column, `pareto`, filled in (see pareto_cells()).
/// `source` names the CSV in error messages.
std::string with_pareto_column(const std::string& csv, const std::string& source);

}  // namespace spillway
