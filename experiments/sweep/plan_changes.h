// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// Most bytes of the network's feature maps that are alive at once, as lowered for the point's
/// target: with less fast memory, something has to be spilled.
Bytes peak_bytes(const Network& network, const DesignPoint& point, PointCache& cache);

/// Capacities of `memory`, ascending, at which the planner's plan for the point changes: the plan
/// is another one than with 16 bytes less. The first is the smallest with which there is a plan.
///
/// The range from 0 to what the plan takes when the memory has no limit is divided in 64 parts, and
/// where the plans at both ends of a part differ, bisection finds a change to 16 bytes, and more
/// than one when the plan in the middle differs from both. A plan that comes and goes again within
/// one part is not found. What the schedule makes of room that the plan leaves free (buffers for
/// weights) is no change of the plan. Throws UserError(usage) for compiled networks, which bring
/// their plan. The capacity that the target has is the only size when there is no plan at all.
std::vector<Bytes> plan_change_sizes(const Network& network, const DesignPoint& point,
                                     const std::string& memory, PointCache& cache);

}  // namespace spillway
