// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "planner/exact/instance.h"

namespace spillway::exact {

/// Switches of the search's pruning rules. `preorder`, here and below, is the given order of the
/// items, the most urgent first. All rules except `backjump` change only the number of nodes, not
/// the outcome. The search is complete over allocations in which no single buffer could move down.
/// Every satisfiable instance has such an allocation: the one with the smallest sum of offsets.
struct SearchOptions {
  // Place buffers in ascending order of offsets only.
  bool canonical = true;
  /// Give up if the unplaced bytes of a section of time do not fit any more.
  bool section_inference = true;
  /// No buffer may leave a hole below it into which another buffer could move down (needs
  /// canonical).
  bool dominance = true;
  // Of two identical buffers, place the one that comes first in the preorder first; do not try the
  // opposite order, which gives the same plans.
  bool symmetry = true;
  bool nogoods = true;  // remember states that have no solution (needs canonical)
  /// Divide the buffers into groups such that no buffer is live together with a buffer of another
  /// group, and search each group separately.
  bool decompose = true;
  // Try the item with the lowest possible offset first; among equal offsets, the preorder decides.
  bool dynamic_order = true;

  /// After a failure, also undo the placements that did not cause the failure (backjumping). The
  /// recorded causes of a failure are incomplete: they lack the placements that made the search
  /// skip other orders of the items. So the search can miss solutions. A search that jumped back
  /// and found nothing therefore ends as `budget_exhausted`, never as `infeasible`.
  bool backjump = false;

  /// Called every few thousand nodes with the number of nodes so far. If the function returns
  /// false, the search ends in the same way as when it reaches its node limit.
  std::function<bool(std::int64_t nodes)> go_on;
};

enum class Outcome : std::uint8_t { found, infeasible, budget_exhausted };

struct SearchResult {
  Outcome outcome = Outcome::budget_exhausted;
  std::vector<Bytes> offsets;  // one per item, if found
  std::int64_t nodes = 0;      // number of placements tried
};

/// Searches for an allocation within `capacity` by depth-first branch and bound. `preorder` lists
/// all items, the most urgent first. Stops after `node_limit` placements.
SearchResult search(const Instance& instance, Bytes capacity,
                    const std::vector<std::int32_t>& preorder, const SearchOptions& options,
                    std::int64_t node_limit);

}  // namespace spillway::exact
