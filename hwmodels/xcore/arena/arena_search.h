// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/arena/arena_needs.h"
#include "planner/weight_policy.h"

namespace spillway::xcore {

/// Decides for each tensor (feature map, buffer that a load fills, lookup table, scratch, constant,
/// operator data) whether it is in SRAM or in external RAM, and returns the plan with the least
/// simulated time (`time`). Places that the user chose in `options` are kept. The plan is at least
/// as fast as:
/// * the plan of every other planner for `options`;
/// * every plan that keeps the whole arena, its transient part or its persistent part in one
///   memory.
///
/// If no plan fits, returns the plan with everything in external RAM; its status says that it does
/// not fit.
///
/// The search simulates one plan per tensor, with only this tensor in SRAM, and rates the tensor by
/// the time that it saves per byte. The search also tries plans for several smaller sizes of the
/// SRAM, so that more SRAM never gives a slower plan.
///
/// `needs` holds the bytes of SRAM that sets of tensors need (ArenaNeeds). The search reads these
/// numbers and adds the numbers that it computes.
ArenaPlan fastest_arena(const Network& network, const Target& target, const ArenaOptions& options,
                        const PlanTime& time, KnownNeeds& needs);

/// Runs all planners for an arena in a single memory, which `options` describes, and returns the
/// plan with the least simulated time (`time`). The times of plans differ, although all tensors are
/// in the same memory, because addresses determine which accesses miss the cache. If several plans
/// are equally fast, returns the plan of the planner that is first in the registry. If no plan
/// fits, returns the plan of the planner that `options` names.
ArenaPlan fastest_of_planners(const Network& network, const Target& target,
                              const ArenaOptions& options, const PlanTime& time);

}  // namespace spillway::xcore
