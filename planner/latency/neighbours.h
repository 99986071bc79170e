// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/latency/fluid_problem.h"

namespace spillway::latency {

struct Neighbour {
  Selection selection;
  double cycles = 0;  // in the fluid model
};

/// What a selection becomes when one object takes another of its choices and, where that needs more
/// than the capacity, others make room, those first that lose least; the fastest first.
std::vector<Neighbour> neighbours(const FluidProblem& problem, const Selection& selection);

}  // namespace spillway::latency
