// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/problem.h"

namespace spillway::search {

/// The compute times of the operators and the bandwidths of the memories, for the fluid model.
struct MapCosts {
  std::vector<double> compute_cycles;  // per operator; empty = all times are 0
  double fast_bytes_per_cycle = 1e9;   // default: accesses take almost no time
  double slow_bytes_per_cycle = 1;
};

struct WholeMaps {
  std::vector<MemoryIndex> memory_of;  // per buffer: 0 = the fast memory, 1 = the slow one
  bool exact = true;                   // no other choice is faster in the fluid model
};

/// Chooses for each buffer one memory for its whole life: the fast memory of `capacity` bytes, or
/// the slow memory. Returns the choice with which the network is fastest in the fluid model
/// (fluid_problem.h). Every operator reads or writes its buffers once. If a problem has no
/// operators, the accesses of a buffer count at the step where the buffer begins.
WholeMaps fastest_whole_maps(const PlanningProblem& problem, const MapCosts& costs, Bytes capacity);

}  // namespace spillway::search
