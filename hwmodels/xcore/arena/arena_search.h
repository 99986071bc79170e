// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/arena/arena.h"
#include "planner/weight_policy.h"

namespace spillway::xcore {

/// The fastest plan by `time` with every object in SRAM or in external RAM: feature maps, landing
/// buffers, lookup tables, scratch, constants and operator data one by one, and never slower than
/// with all of an arena, or its transient or its persistent part, in one memory, or as the planners
/// for two memories divide the transient part. Each object is judged by what it saves per byte when
/// it alone is in SRAM. Plans for somewhat less SRAM count as well, so that more of it is not
/// slower. Places that the user chose in `options` stay. One simulation per object. Where nothing
/// fits, the plan with everything in external RAM.
ArenaPlan fastest_arena(const Network& network, const Target& target, const ArenaOptions& options,
                        const PlanTime& time);

/// The fastest plan by `time` of those that all planners make for the one arena of `options`, with
/// their addresses, as the cache goes by these; of equal ones the first planner's. Plans that are
/// not valid do not count. Where none fits, the plan of the planner that `options` names.
ArenaPlan fastest_of_planners(const Network& network, const Target& target,
                              const ArenaOptions& options, const PlanTime& time);

}  // namespace spillway::xcore
