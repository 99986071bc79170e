// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// Returns the largest number of bytes of feature maps that are live at once, in the network as
/// lowered for the target of the point. If the fast memory is smaller than that, some maps must be
/// spilled.
Bytes peak_bytes(const Network& network, const DesignPoint& point, PointCache& cache);

/// Returns the capacities of `memory`, ascending, at which the plan for the point changes: at each
/// of them, the plan differs from the plan with 16 bytes less. The first one is the smallest
/// capacity with a plan.
///
/// The search divides the range from 0 to what the plan needs in a memory without limit into 64
/// parts. If the plans at both ends of a part differ, bisection finds a change to within 16 bytes.
/// If the plan in the middle differs from the plans at both ends, both halves are searched. A plan
/// that appears and disappears again within one part is not found. Weight buffers that the schedule
/// puts into free memory are not part of the plan, so they do not count. If no capacity has a plan,
/// the result is the capacity of the target. Throws UserError(usage) for compiled networks, whose
/// files contain their plan.
std::vector<Bytes> plan_change_sizes(const Network& network, const DesignPoint& point,
                                     const std::string& memory, PointCache& cache);

}  // namespace spillway
