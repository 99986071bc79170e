// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/summary/pivot_tables.h"

namespace spillway {

/// A summary of each row over all tables: in how many columns it has a latency, in how many it is
/// the fastest (ties count for all), and how much slower than the fastest it is, as the geometric
/// mean over its columns. Has no rows if no table has two.
PrintedTable standings_table(const std::vector<PivotTable>& tables);

/// How many pairs of rows change their order of latency between columns of a table, and the pairs
/// with the largest changes.
std::string order_text(const std::vector<PivotTable>& tables);

}  // namespace spillway
