// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/checks/validate.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway {

/// Whether the operator index of `flow` exists in the network.
bool has_operator(const Network& network, const WeightFlow& flow);

bool reads(const Operator& op, TensorIndex tensor);

/// Returns the violations in the weight flows: slices against their buffers, channels and places,
/// and slices kept in a buffer against what an earlier operator left there. Empty = none.
std::vector<Violation> flow_violations(const Plan& plan, const Network& network);

}  // namespace spillway
