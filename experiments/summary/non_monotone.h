// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/rows/sweep_rows.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// Two rows of a sweep of which the one with more memory is slower. They have neighbouring
/// capacities of the fastest memory and differ in nothing else.
struct SlowerStep {
  std::size_t smaller = 0, larger = 0;  // numbers of the rows, from 0
  double share = 0;                     // relative increase of the latency, more than 0
};

/// Finds all slower steps. The largest increase comes first; equal increases are in the order of
/// the rows.
std::vector<SlowerStep> find_slower_steps(const SweepRows& rows);

/// Returns a text with the number of slower steps and the largest of them; empty if there are none.
/// If `table` is not null, simulates the largest steps again and names the operators whose time
/// increased most; `rows` must then be the rows of its points.
std::string slower_steps_text(const SweepRows& rows, SweepTable* table);

}  // namespace spillway
