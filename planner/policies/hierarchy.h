// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/blocks.h"
#include "planner/planner.h"

namespace spillway {

/// Returns the offset for a block among the blocks placed in the same memory.
using OffsetRule = Bytes (*)(const PlacedBlocks& placed, const UnplacedBlock& block);

/// Decides which of two buffers of equal size is placed first.
enum class Ties { first_added_first, last_added_first };

/// Greedy by size over several memories. Buffers with a pinned offset come first, then buffers
/// pinned to a memory, then all others; within each group, the largest come first. Each buffer goes
/// into the first memory that its pinned and blocked memories allow and in which `rule` finds an
/// offset within the capacity. If the user names an allocator (PlannerOptions::allocator), only the
/// memories are chosen this way, and the allocator chooses the offsets.
class HierarchyPlanner : public Planner {
 public:
  HierarchyPlanner(OffsetRule rule, Ties ties) : rule_(rule), ties_(ties) {}
  PlanningResult plan(const PlanningProblem& problem, const PlannerOptions& options) const override;
  bool honours_pins(const PlannerOptions& options) const override {
    return options.allocator.empty();  // a named allocator may ignore pinned offsets
  }

 private:
  OffsetRule rule_;
  Ties ties_;
};

/// PlacedBlocks::first_fit as an OffsetRule.
Bytes lowest_free(const PlacedBlocks& placed, const UnplacedBlock& block);

}  // namespace spillway
