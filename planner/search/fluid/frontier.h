// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "planner/search/fluid/fluid_problem.h"

namespace spillway::search {

struct FrontierOptions {
  std::size_t most_states = 4096;  // after each operator, this number of cheapest states is kept
};

struct FrontierResult {
  Selection selection;
  double cycles = 0;
  bool exact = true;            // no state was dropped, so no other selection is cheaper
  std::size_t most_states = 0;  // the largest number of states at once
};

/// Finds the cheapest selection that fits, by dynamic programming over the operators. A state
/// consists of the choices of the objects that are in use both before and after a point between two
/// operators; the cost and the free memory of an operator depend on nothing else. Choices with
/// transfers are not considered, because a transfer may reach across several states. Every object
/// needs a choice without transfers.
FrontierResult solve_by_frontier(const FluidProblem& problem, const FrontierOptions& options);

}  // namespace spillway::search
