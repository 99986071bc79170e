// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/rows/sweep_rows.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// Two rows of a sweep of which the row with more memory is slower. The rows have neighbouring
/// capacities of the fastest memory, and differ in nothing else.
struct SlowerStep {
  std::size_t smaller = 0, larger = 0;  // indices of the two rows, from 0
  double share = 0;                     // relative increase of the latency, such as 0.05
};

/// Returns all pairs of neighbouring memory sizes for which the latency increases with more memory.
/// The largest increase comes first; equal increases are in the order of the rows.
std::vector<SlowerStep> find_slower_steps(const SweepRows& rows);

/// Returns a text with the number of results of find_slower_steps(), and with the largest of these
/// increases; empty if the latency never increases with more memory. If `table` is not null, also
/// simulates the largest increases again and names the operators whose time increased most. `rows`
/// must then be the rows of the table's points.
std::string slower_steps_text(const SweepRows& rows, SweepTable* table);

}  // namespace spillway
