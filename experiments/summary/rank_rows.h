// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/summary/pivot_tables.h"

namespace spillway {

/// How the rows of all tables did: in how many columns each has a latency, in how many it is the
/// fastest (ties count for all), and how much slower than the fastest it is in the geometric mean
/// of the columns in which it has one. Empty when no table has two rows.
std::string standings_text(const std::vector<PivotTable>& tables);

/// How many pairs of rows change places by latency between columns of a table, and those that do so
/// most clearly.
std::string order_text(const std::vector<PivotTable>& tables);

}  // namespace spillway
