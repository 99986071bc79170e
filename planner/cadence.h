// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/blocks.h"
#include "planner/planner.h"

namespace spillway {

/// Offset that a placement rule gives to a block among those placed in the same memory.
using OffsetRule = Bytes (*)(const PlacedBlocks& placed, const Block& block);

/// The order and the constraints that ExecuTorch's Cadence planners share: buffers with a pinned
/// offset first, then those pinned to a memory, then the rest; within each of these by size
/// descending, ties in insertion order. Each goes into the first memory that is not blocked for it
/// and where `rule` finds an offset within capacity.
PlanningResult cadence_plan(const PlanningProblem& problem, const PlannerOptions& options,
                            OffsetRule rule);

}  // namespace spillway
