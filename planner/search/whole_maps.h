// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/problem.h"

namespace spillway::search {

/// What the fluid model is told of the chip.
struct MapCosts {
  std::vector<double> compute_cycles;  // per operator; empty = none
  double fast_bytes_per_cycle = 1e9;   // takes next to no time
  double slow_bytes_per_cycle = 1;
};

struct WholeMaps {
  std::vector<MemoryIndex> memory_of;  // per buffer: 0 = the fast memory, 1 = the slow one
  bool exact = true;                   // no choice is faster in the fluid model
};

/// Which buffers live in the fast memory of `capacity` bytes and which in the slow one, all their
/// lives, so that the network is fastest in the fluid model; every operator reads or writes its
/// buffers once. Buffers of a problem without operators count their accesses where they begin.
WholeMaps fastest_whole_maps(const PlanningProblem& problem, const MapCosts& costs, Bytes capacity);

}  // namespace spillway::search
