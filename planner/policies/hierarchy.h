// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/blocks.h"
#include "planner/planner.h"

namespace spillway {

/// Offset that a placement rule gives to a block among those placed in the same memory.
using OffsetRule = Bytes (*)(const PlacedBlocks& placed, const UnplacedBlock& block);

/// Which of two buffers of equal size is placed first.
enum class Ties { first_added_first, last_added_first };

/// Greedy by size over several memories: buffers with a pinned offset first, then those pinned to a
/// memory, then the rest; within each of these by size descending. Each goes into the first memory
/// that is not blocked for it and where `rule` finds an offset within capacity. With
/// PlannerOptions::allocator the memories are chosen so and the offsets by that allocator.
PlanningResult hierarchy_plan(const PlanningProblem& problem, const PlannerOptions& options,
                              OffsetRule rule, Ties ties);

/// PlacedBlocks::first_fit as a rule.
Bytes lowest_free(const PlacedBlocks& placed, const UnplacedBlock& block);

}  // namespace spillway
