// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/exact/search.h"

namespace spillway::exact {

struct SolverOptions {
  SearchOptions search;
  std::int64_t node_budget = 20'000'000;
  /// The capacity of the memory. minimise_peak() requires that a greedy packing fits in this
  /// capacity.
  Bytes capacity = unlimited;
  std::int64_t effort = 0;  // work limit of the heuristics (effort.h)
  /// Packings of other planners from which minimise_peak() starts; one offset per buffer.
  std::vector<std::vector<Bytes>> starts;
  /// Whether many orders of the items are tried, in short searches with backjumping, between the
  /// complete searches.
  bool restarts = true;
};

struct Solution {
  Outcome outcome = Outcome::budget_exhausted;
  /// One offset per item. If the outcome is not `found`, these are the offsets of the packing with
  /// the lowest peak so far. In a result of solve_within(), this packing exceeds the capacity, or
  /// its items with fixed offsets overlap.
  std::vector<Bytes> offsets;
  Bytes peak = 0;         // highest end of `offsets`, padding included
  Bytes lower_bound = 0;  // when minimising: no allocation has a peak below this
  std::int64_t nodes = 0;
  bool stopped = false;  // whether the process's SearchWatch (search_watch.h) ended the search
};

/// Return the default limits for an instance: the effort of the heuristics, and the nodes of a
/// complete search. With each limit, the work takes a few seconds.
std::int64_t effort_for(const Instance& instance);
std::int64_t nodes_for(const Instance& instance);

/// Whether one of the greedy packings fits in `capacity`, so that the capacity is no real limit.
bool fits_greedily(const Instance& instance, Bytes capacity);

/// Finds an allocation within `capacity`, proves that none exists, or stops when the node budget
/// runs out or the SearchWatch ends the search. Deterministic, because the budget counts nodes and
/// not time.
Solution solve_within(const Instance& instance, Bytes capacity, const SolverOptions& options);

/// Finds an allocation with the lowest possible peak. The outcome is
/// - `found` if the peak is proven minimal,
/// - `budget_exhausted` if the peak is the lowest that the search found, without a proof,
/// - `infeasible` only if fixed offsets collide.
Solution minimise_peak(const Instance& instance, const SolverOptions& options);

}  // namespace spillway::exact
