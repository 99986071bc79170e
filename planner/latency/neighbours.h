// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/latency/fluid_problem.h"

namespace spillway::latency {

/// A selection that differs from another one in a few objects.
struct Neighbour {
  std::vector<Change> changes;  // each of another object
  double cycles = 0;            // in the fluid model

  Selection of(Selection from) const {
    for (const Change& change : changes) {
      from[static_cast<std::size_t>(change.object)] = change.choice;
    }
    return from;
  }
};

/// Where a search for neighbours begins, and goes on the next time where it was cut short.
struct NeighbourCursor {
  std::size_t object = 0;
};

/// What a selection becomes when one object takes another of its choices and, where that needs more
/// than the capacity, others make room, those first that lose least; the fastest first. Of long
/// networks, as many objects in turn as a bounded effort allows.
std::vector<Neighbour> neighbours(const FluidProblem& problem, const Selection& selection,
                                  NeighbourCursor& cursor);

}  // namespace spillway::latency
