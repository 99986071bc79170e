// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/target.h"
#include "planner/plan_costs.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Cascades of a lowered network, of chains of single operations in which each reads nothing but
/// what the one before it makes and what lies outside, and of one operation alone. An operator's
/// stripes are as high as the next one's move on by. The result knows `network` and `target` by
/// reference.
CascadeShapes cascade_shapes(const Network& network, const Target& target);

}  // namespace spillway::ethosu
