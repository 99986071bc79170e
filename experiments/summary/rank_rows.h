// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/summary/pivot_tables.h"

namespace spillway {

/// Returns a table that summarizes each row over all tables: in how many columns it has a latency,
/// in how many columns it is the fastest (of several equally fast rows, each one counts), and how
/// much slower than the fastest it is, as the geometric mean over its columns. The table is empty
/// if no table has two rows.
PrintedTable standings_table(const std::vector<PivotTable>& tables);

/// Returns a text about the order of rows: how many pairs of rows have one order of their latencies
/// in some columns and the opposite order in others, and for which pairs the difference is largest.
std::string order_text(const std::vector<PivotTable>& tables);

}  // namespace spillway
