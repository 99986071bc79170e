// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/rows/pareto.h"
#include "experiments/rows/sweep_rows.h"

namespace spillway {

/// Rows of a sweep with a latency that differ only in the capacity of the fastest memory and in the
/// program (planner, allocator and the options of competes()).
struct TradeGroup {
  std::string name;    // network, target, memory mode, and other cells that differ between groups
  std::string memory;  // the target's fastest memory
  std::vector<ParetoPoint> points;
  std::vector<std::size_t> rows;   // parallel to points: numbers of the CSV's rows, from 0
  std::vector<std::size_t> front;  // pareto_front(points)
};

/// Whether the row belongs to any group.
bool trades(const SweepRow& row);

/// The cells that the rows of a group share; different groups have different ones.
IdentityKey trade_identity(const SweepRow& row);

/// The groups of a sweep's rows, in the order of their first rows.
std::vector<TradeGroup> trade_groups(const SweepRows& rows);

/// The same for a CSV. `source` names it in messages. Throws UserError(input_file) if it is not a
/// sweep.
std::vector<TradeGroup> trade_groups(const std::string& csv, const std::string& source);

/// Returns the CSV with its last column, `pareto`, filled in; see ParetoColumn.
std::string with_pareto_column(const std::string& csv, const std::string& source);

}  // namespace spillway
