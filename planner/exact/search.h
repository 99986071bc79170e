// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "planner/exact/instance.h"

namespace spillway::exact {

/// The search's tricks. None but the last changes the answer, only the number of nodes. The search
/// is complete over allocations that no single buffer could move down in; every satisfiable
/// instance has one, that with the smallest sum of offsets.
struct SearchOptions {
  bool canonical = true;          // place in the order of rising offsets only
  bool section_inference = true;  // bound every section by what must still go into it
  bool dominance = true;          // no buffer may leave a hole that it could fall into (canonical)
  bool symmetry = true;           // of identical buffers, place the first first
  bool nogoods = true;            // remember states without a solution (canonical)
  bool decompose = true;          // solve parts that share no time on their own
  bool dynamic_order = true;      // lowest possible offset first, the preorder breaks ties only

  /// Return past placements that a failure does not seem to depend on. The reasons that are kept
  /// for a failure leave out why other orders were not tried, so solutions may be missed: a search
  /// that did so and found nothing is `budget_exhausted`, never `infeasible`.
  bool backjump = false;

  /// Asked every few thousand nodes with their number; false ends the search as its limit does.
  std::function<bool(std::int64_t nodes)> go_on;
};

enum class Outcome : std::uint8_t { found, infeasible, budget_exhausted };

struct SearchResult {
  Outcome outcome = Outcome::budget_exhausted;
  std::vector<Bytes> offsets;  // one per item when found
  std::int64_t nodes = 0;      // placements tried
};

/// Depth-first branch and bound for an allocation within `capacity`. `preorder` lists all items,
/// the most urgent first. Stops after `node_limit` placements.
SearchResult search(const Instance& instance, Bytes capacity,
                    const std::vector<std::int32_t>& preorder, const SearchOptions& options,
                    std::int64_t node_limit);

}  // namespace spillway::exact
