// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/search/fluid_problem.h"

namespace spillway::search {

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

/// The object with which the next search for neighbours begins, so that a search that hit its limit
/// is continued.
struct NeighbourCursor {
  std::size_t object = 0;
};

/// What a selection becomes when one object takes another of its choices and, where that needs more
/// than the capacity, others make room, those first that lose least; the fastest first. On long
/// networks, one search covers as many objects as its limit allows.
std::vector<Neighbour> neighbours(const FluidProblem& problem, const Selection& selection,
                                  NeighbourCursor& cursor);

}  // namespace spillway::search
