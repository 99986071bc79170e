// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/exact/search.h"

namespace spillway::exact {

struct SolverOptions {
  SearchOptions search;
  std::int64_t node_budget = 20'000'000;
  Bytes capacity =
      unlimited;            // when minimising: greedy orders stay within it, and so does the answer
  std::int64_t effort = 0;  // of heuristics before the complete search (effort.h)
  std::vector<std::vector<Bytes>> starts;  // packings of other planners, one offset per buffer
  bool restarts = true;  // many orders with backjumping between the complete searches
};

struct Solution {
  Outcome outcome = Outcome::budget_exhausted;
  std::vector<Bytes> offsets;  // when found; when minimising, of the best allocation known
  Bytes peak = 0;              // highest end of `offsets`, padding included
  Bytes lower_bound = 0;       // when minimising: no allocation has a lower peak
  std::int64_t nodes = 0;
  bool stopped = false;  // by the watch of this process (search_watch.h)
};

/// What heuristics may do for an instance, and nodes of a complete search that take a few seconds.
std::int64_t effort_for(const Instance& instance);
std::int64_t nodes_for(const Instance& instance);

/// Whether one of the greedy orders stays within `capacity`, so that it does not bind.
bool fits_greedily(const Instance& instance, Bytes capacity);

/// An allocation within `capacity`, or the proof that there is none, or neither when the budget of
/// search nodes runs out. Deterministic: the budget counts nodes, not time.
Solution solve_within(const Instance& instance, Bytes capacity, const SolverOptions& options);

/// An allocation with the lowest possible peak: `found` = proven minimal, `budget_exhausted` = the
/// best that was found. Only fixed offsets that collide make it `infeasible`.
Solution minimise_peak(const Instance& instance, const SolverOptions& options);

}  // namespace spillway::exact
