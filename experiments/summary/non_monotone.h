// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/rows/sweep_rows.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// Two rows of a sweep that have adjacent capacities of the fastest memory and differ in nothing
/// else; the row with more memory is slower.
struct SlowerStep {
  std::size_t smaller = 0, larger = 0;  // numbers of the rows, from 0
  double share = 0;                     // relative increase of the latency, above 0
};

/// The slower steps, largest increase first; equal ones in the order of the rows.
std::vector<SlowerStep> find_slower_steps(const SweepRows& rows);

/// Lists the steps and their number; empty if there are none. If `table` is not null (the rows must
/// be its points), simulates the worst steps again to name the operators whose time grew most.
std::string slower_steps_text(const SweepRows& rows, SweepTable* table);

}  // namespace spillway
