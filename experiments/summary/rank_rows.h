// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/summary/pivot_tables.h"

namespace spillway {

/// Returns a table that summarizes each row over all tables; empty if no table has two rows. For
/// each row, the table has:
/// * the number of columns in which the row has a latency, and the number of columns in which it
///   has a point;
/// * the number of columns in which no other row is faster;
/// * how much slower the row is than the fastest row, as the geometric mean over its columns.
PrintedTable standings_table(const std::vector<PivotTable>& tables);

/// Returns a text about pairs of rows without a clear winner: each row of such a pair is faster
/// than the other row in some columns. The text has the number of these pairs, and lists the pairs
/// with the largest differences in both directions.
std::string order_text(const std::vector<PivotTable>& tables);

}  // namespace spillway
