// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// Returns least_peak() of the network as lowered for the target of the point: a lower bound of the
/// bytes that all feature maps need. If the fast memory is smaller, some feature maps must be
/// stored in a slower memory.
Bytes peak_bytes(const Network& network, const DesignPoint& point, PointCache& cache);

/// Returns the capacities of `memory` in bytes, ascending, at which the plan for the point changes.
/// At each of these capacities, the plan differs from the plan for 16 bytes less. The first
/// capacity is the smallest capacity for which a plan exists. If no capacity has a plan, the result
/// is the capacity that the target gives the memory.
///
/// The search divides the range from 0 to the capacity that the plan needs in unlimited memory into
/// about 64 intervals. If the plans at both ends of an interval differ, bisection finds the change
/// to within 16 bytes. If the plan in the middle differs from the plans at both ends, both halves
/// are searched. A plan that appears and disappears again within one interval is not found. The
/// compared plans have no weight buffers, so changes of weight buffers are not found.
///
/// Throws UserError(usage) for compiled networks, whose files contain their plan.
std::vector<Bytes> plan_change_sizes(const Network& network, const DesignPoint& point,
                                     const std::string& memory, PointCache& cache);

}  // namespace spillway
