// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/rows/sweep_rows.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// A step from one row of a sweep to a row with more memory that is slower. The two rows have
/// neighbouring capacities of the fastest memory, and differ in nothing else.
struct SlowerStep {
  std::size_t smaller = 0, larger = 0;  // indices of the two rows, from 0
  double share = 0;                     // relative increase of the latency, a share above 0
};

/// Finds all steps to more memory at which the latency increases. The largest increase comes first;
/// equal increases are in the order of the rows.
std::vector<SlowerStep> find_slower_steps(const SweepRows& rows);

/// Returns a text with the number of steps to more memory that are slower, and the largest of these
/// steps; empty if there are none. If `table` is not null, simulates the largest steps again and
/// names the operators whose time increased most. In this case, `rows` must be the rows of the
/// table's points.
std::string slower_steps_text(const SweepRows& rows, SweepTable* table);

}  // namespace spillway
