// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/search/fluid/fluid_problem.h"

namespace spillway::search {

/// A selection that differs from another selection in the choices of a few feature maps or weights.
struct Neighbour {
  std::vector<Change> changes;  // each of a different object (map or weights)
  double cycles = 0;            // time of the selection according to the fluid model

  Selection of(Selection from) const {
    for (const Change& change : changes) {
      from[static_cast<std::size_t>(change.object)] = change.choice;
    }
    return from;
  }
};

/// The object (feature map or weights) at which the next search for neighbours begins. A search
/// that ended at its limit can thus be continued.
struct NeighbourCursor {
  std::size_t object = 0;
};

/// Returns the selections in which one object (a feature map or weights) has another of its
/// choices, the fastest first. If such a selection exceeds the capacity, other objects give up fast
/// memory; the objects whose port time increases least come first. A selection that does not fit
/// after at most 12 such changes is left out. On long networks, a call covers only as many objects
/// as its limit allows. The call begins at the object of `cursor` and then sets `cursor` to the
/// object at which the next call continues.
std::vector<Neighbour> neighbours(const FluidProblem& problem, const Selection& selection,
                                  NeighbourCursor& cursor);

}  // namespace spillway::search
