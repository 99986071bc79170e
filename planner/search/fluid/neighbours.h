// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/search/fluid/fluid_problem.h"

namespace spillway::search {

/// A selection that differs from another one in a few objects.
struct Neighbour {
  std::vector<Change> changes;  // each of a different object
  double cycles = 0;            // according to the fluid model

  Selection of(Selection from) const {
    for (const Change& change : changes) {
      from[static_cast<std::size_t>(change.object)] = change.choice;
    }
    return from;
  }
};

/// The object at which the next search for neighbours begins. With it, a search that ended at its
/// limit can be continued.
struct NeighbourCursor {
  std::size_t object = 0;
};

/// Returns the selections in which one object takes another of its choices, the fastest first. If
/// such a selection exceeds the capacity, other objects give up fast memory; the objects that lose
/// least come first. On long networks a call covers only as many objects as its limit allows.
std::vector<Neighbour> neighbours(const FluidProblem& problem, const Selection& selection,
                                  NeighbourCursor& cursor);

}  // namespace spillway::search
