// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/target.h"
#include "planner/plan_costs.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns the possible cascades of a lowered network. A cascade is a single operation, or a chain
/// of operations in which each one reads only the output of the one before it and data from outside
/// the chain. The stripe height of an operator is the number of rows by which the next operator's
/// stripe advances. The result refers to `network` and `target`, which must outlive it.
CascadeShapes cascade_shapes(const Network& network, const Target& target);

}  // namespace spillway::ethosu
