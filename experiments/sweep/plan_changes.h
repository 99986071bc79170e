// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// Returns the highest sum of bytes of feature maps that are live at the same time, in the network
/// as lowered for the target of the point. If the fast memory is smaller than this sum, some
/// feature maps must be stored in a slower memory.
Bytes peak_bytes(const Network& network, const DesignPoint& point, PointCache& cache);

/// Returns the capacities of `memory` in bytes, ascending, at which the plan for the point changes.
/// At each of these capacities, the plan differs from the plan for 16 bytes less. The first
/// capacity is the smallest capacity for which a plan exists. If no capacity has a plan, the result
/// is the capacity that the target gives the memory.
///
/// The search divides the range from 0 to the capacity that the plan needs in unlimited memory into
/// 64 intervals. If the plans at both ends of an interval differ, bisection finds the change to
/// within 16 bytes. If the plan in the middle differs from the plans at both ends, both halves are
/// searched. A plan that appears and disappears again within one interval is not found. Weight
/// buffers that the schedule puts into free memory are not part of a plan, so changes of these
/// buffers are not found.
///
/// Throws UserError(usage) for compiled networks, whose files contain their plan.
std::vector<Bytes> plan_change_sizes(const Network& network, const DesignPoint& point,
                                     const std::string& memory, PointCache& cache);

}  // namespace spillway
