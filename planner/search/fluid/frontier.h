// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "planner/search/fluid/fluid_problem.h"

namespace spillway::search {

struct FrontierOptions {
  std::size_t most_states = 4096;  // number of cheapest states kept after each operator
};

struct FrontierResult {
  Selection selection;
  double cycles = 0;
  bool exact = true;            // no state was dropped, so no other selection is faster
  std::size_t most_states = 0;  // largest number of states after an operator, before dropping
};

/// Searches for the selection with the fewest cycles that fits, by dynamic programming over the
/// operators. A state consists of the choices of the feature maps and weights that are in use both
/// before and after a point between two operators; other choices of earlier operators do not affect
/// later operators. Choices with transfers are not considered, because a transfer may extend across
/// several states. Every object of the problem needs a choice without transfers. If no
/// selection is found that fits, the result has 0 cycles, and takes for each object its first choice
/// without transfers.
FrontierResult solve_by_frontier(const FluidProblem& problem, const FrontierOptions& options);

}  // namespace spillway::search
