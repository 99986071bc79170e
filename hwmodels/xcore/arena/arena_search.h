// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/arena/arena.h"
#include "planner/weight_policy.h"

namespace spillway::xcore {

/// Returns the fastest plan by `time` with each tensor in SRAM or in external RAM: feature maps,
/// landing buffers, lookup tables, scratch, constants and operator data. The result is never slower
/// than the plan of any other planner for `options`, nor than a plan with the whole arena, or its
/// transient or its persistent part, in one memory. Each tensor is rated by the time per byte that
/// it saves if no other tensor is in SRAM; this needs one simulation per tensor. Plans for somewhat
/// less SRAM are tried as well, so that more SRAM is not slower. Places that the user chose in
/// `options` are kept. If nothing fits, returns the plan with everything in external RAM.
ArenaPlan fastest_arena(const Network& network, const Target& target, const ArenaOptions& options,
                        const PlanTime& time);

/// Returns the fastest plan by `time` of the plans of all planners for the single arena of
/// `options`. Addresses matter, because cache misses depend on them. Of equally fast plans, the
/// first planner's is returned. Invalid plans are skipped. If none fits, returns the plan of the
/// planner that `options` names.
ArenaPlan fastest_of_planners(const Network& network, const Target& target,
                              const ArenaOptions& options, const PlanTime& time);

}  // namespace spillway::xcore
