// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/target.h"
#include "planner/plan_costs.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns the possible cascades of a lowered network. A cascade is a single operation, or a chain
/// of operations. Each operation of a chain reads the output of the operation before it, and
/// otherwise only data from outside the chain. The stripe height of an operator is that of the next
/// operator times the vertical stride of the next operator. The result refers to `network` and
/// `target`, which must outlive it.
CascadeShapes cascade_shapes(const Network& network, const Target& target);

}  // namespace spillway::ethosu
