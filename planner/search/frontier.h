// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "planner/search/fluid_problem.h"

namespace spillway::search {

struct FrontierOptions {
  std::size_t most_states = 4096;  // kept after each operator: the cheapest
};

struct FrontierResult {
  Selection selection;
  double cycles = 0;
  bool exact = true;            // no state was dropped: no selection is cheaper
  std::size_t most_states = 0;  // alive at once
};

/// The cheapest selection that fits, by dynamic programming over the operators. A state is the
/// choices of the objects that are in use before and after a point between two operators; what an
/// operator costs and how much room it leaves depends on nothing else. Transfers would reach across
/// states: choices that have any are not considered, and every object needs one without.
FrontierResult solve_by_frontier(const FluidProblem& problem, const FrontierOptions& options);

}  // namespace spillway::search
