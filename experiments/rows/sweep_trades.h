// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/rows/pareto.h"
#include "experiments/rows/sweep_rows.h"

namespace spillway {

/// Rows of a sweep that differ in the capacity of the fastest memory and in the program alone
/// (planner, allocator and the options of competes()), and have a latency.
struct TradeGroup {
  std::string name;    // network, target, memory mode, and what else tells it from other groups
  std::string memory;  // the target's fastest, whose capacity is traded
  std::vector<ParetoPoint> points;
  std::vector<std::size_t> rows;   // parallel to points: which row of the CSV, from 0
  std::vector<std::size_t> front;  // pareto_front(points)
};

/// Whether a row is in a group at all.
bool trades(const SweepRow& row);

/// What the rows of a group have in common, and those of others have not.
IdentityKey trade_identity(const SweepRow& row);

/// The groups of a sweep's rows in the order of their first ones.
std::vector<TradeGroup> trade_groups(const SweepRows& rows);

/// The same from a CSV. `source` names it in messages.
/// Throws UserError(input_file) when it is no sweep.
std::vector<TradeGroup> trade_groups(const std::string& csv, const std::string& source);

/// The CSV with its last column, `pareto`, filled in: yes for the rows on their group's front, no
/// for others with a latency, empty where there is none.
std::string with_pareto_column(const std::string& csv, const std::string& source);

}  // namespace spillway
