// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "planner/search/fluid/fluid_problem.h"

namespace spillway::search {

struct AnnealingOptions {
  std::int64_t moves = 600'000;  // number of moves of all cooling runs together
  std::uint64_t seed = 1;
  std::optional<Bytes> capacity;  // if set, replaces the problem's capacity
};

/// Returns the best selection (one choice per feature map and per operator with weights) that
/// simulated annealing finds. `starts` holds at least one selection, and all selections in it fit
/// in the capacity. A move changes the choice of one object (a map or weights). If the selection
/// then exceeds the capacity during an operator, random objects that occupy fast memory during that
/// operator get choices that occupy fewer bytes. The result is deterministic because the moves are
/// counted, not timed.
Selection anneal(const FluidProblem& problem, const std::vector<Selection>& starts,
                 const AnnealingOptions& options);

/// Returns start selections for anneal(): the results of dynamic programming over the choices
/// without transfers, within the full capacity and within fractions of it, which leave space for
/// weight buffers.
std::vector<Selection> frontier_starts(const FluidProblem& problem);

}  // namespace spillway::search
