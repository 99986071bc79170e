// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/rows/sweep_rows.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// Two rows of a sweep that differ in the capacity of the fastest memory only and are next to each
/// other by it: the one with more is slower.
struct SlowerStep {
  std::size_t smaller = 0, larger = 0;  // rows, from 0
  double share = 0;                     // by how much slower, above 0
};

/// By how much slower, most first; equal ones in the order of the rows.
std::vector<SlowerStep> find_slower_steps(const SweepRows& rows);

/// The steps and how many there are; with a table whose points the rows are, the worst ones are
/// simulated again for the operators whose time grew most. Empty when there are none.
std::string slower_steps_text(const SweepRows& rows, SweepTable* table);

}  // namespace spillway
