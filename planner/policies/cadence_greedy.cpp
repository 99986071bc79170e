// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "planner/policies/hierarchy.h"
#include "planner/registry.h"

namespace spillway {
namespace {

/// Greedy by size for offset calculation (arXiv 2001.03288): returns the offset of the smallest
/// sufficient gap between the blocks that are live at the same time as `block`. If there is no such
/// gap, returns the first aligned offset above these blocks.
Bytes smallest_gap(const PlacedBlocks& placed, const UnplacedBlock& block) {
  Bytes previous_end = 0;
  Bytes best = -1;
  Bytes smallest = std::numeric_limits<Bytes>::max();
  placed.each_live_with(block, [&](const PlacedBlock& other) {
    const Bytes gap = other.offset - previous_end;
    if (gap >= block.size && gap < smallest) {
      smallest = gap;
      best = previous_end;
    }
    previous_end = std::max(previous_end, round_up(other.end, block.alignment));
    return true;
  });
  return best >= 0 ? best : previous_end;
}

}  // namespace

PlannerEntry cadence_greedy() {
  return {"cadence-greedy",
          "largest first into the fastest memory with room, smallest gap that fits; constraints",
          "ExecuTorch cff6f4d (2026-08), Cadence greedy by size with hierarchy",
          std::make_unique<HierarchyPlanner>(smallest_gap, Ties::first_added_first)};
}

}  // namespace spillway
