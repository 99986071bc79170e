// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/arena/arena_needs.h"
#include "planner/weight_policy.h"

namespace spillway::xcore {

/// Decides for each tensor (feature map, buffer that a load fills, lookup table, scratch, constant,
/// operator data) whether it is in SRAM or in external RAM, and returns the plan with the least
/// simulated time (`time`). Places that the user chose in `options` are kept. The plan is at least
/// as fast as these plans, if they fit:
/// * the plan of every other planner for `options`;
/// * the plans for the arenas sram, split and extram (arena_named()), by the planners `xformer` and
///   `tflm-greedy` or, if the user names an allocator, by this allocator.
///
/// If no plan fits, returns the plan with everything in external RAM; its status says that it does
/// not fit.
///
/// If the budget allows one simulation per tensor, the search simulates one plan per tensor, with
/// only this tensor in SRAM, and rates the tensor by the time that it saves per byte. Unless the
/// budget is small, the search also tries plans for several smaller sizes of the SRAM, so that more
/// SRAM never gives a slower plan.
///
/// `needs` holds the bytes of SRAM that sets of tensors need (ArenaNeeds). The search reads these
/// numbers and adds the numbers that it computes.
ArenaPlan fastest_arena(const Network& network, const Target& target, const ArenaOptions& options,
                        const PlanTime& time, KnownNeeds& needs);

/// Runs all planners for the arena that `options` describe, in which every tensor has a fixed
/// memory, and returns the plan with the least simulated time (`time`). The times of plans differ,
/// although each tensor is in the same memory in all of them, because addresses determine which
/// accesses miss the cache. If several plans are equally fast, returns the plan of the planner that
/// is first in the registry. If no plan fits, returns the plan of the planner that `options` names.
ArenaPlan fastest_of_planners(const Network& network, const Target& target,
                              const ArenaOptions& options, const PlanTime& time);

}  // namespace spillway::xcore
