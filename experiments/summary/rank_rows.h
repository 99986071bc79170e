// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/summary/pivot_tables.h"

namespace spillway {

/// Returns a table that summarizes each row over all tables. For each row: the number of columns in
/// which the row has a latency, the number of columns in which the row is the fastest (equally fast
/// rows all count), and how much slower than the fastest row it is, as the geometric mean over its
/// columns. The result is empty if no table has two rows.
PrintedTable standings_table(const std::vector<PivotTable>& tables);

/// Returns a text about pairs of rows of which each row is the faster one in some columns. The text
/// has the number of such pairs, and lists the pairs with the largest differences in both
/// directions.
std::string order_text(const std::vector<PivotTable>& tables);

}  // namespace spillway
