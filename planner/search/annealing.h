// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "planner/search/fluid_problem.h"

namespace spillway::search {

struct AnnealingOptions {
  std::int64_t moves = 600'000;  // over all coolings
  std::uint64_t seed = 1;
  std::optional<Bytes> capacity;  // instead of the problem's
};

/// The best selection found by simulated annealing from `starts`, at least one, which must fit. A
/// move gives one object another choice; while that needs more than the capacity somewhere, objects
/// drawn from those that lie there are given one that takes less. Deterministic: the moves are
/// counted, not timed.
Selection anneal(const FluidProblem& problem, const std::vector<Selection>& starts,
                 const AnnealingOptions& options);

/// Starts for it: what dynamic programming makes of the choices without transfers, within the
/// capacity and within parts of it, which leave room for buffers.
std::vector<Selection> frontier_starts(const FluidProblem& problem);

}  // namespace spillway::search
