// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/plan.h"
#include "planner/validate.h"
#include "traces/network.h"

namespace spillway {

/// Whether the operator of `flow` is one of the network's.
bool has_operator(const Network& network, const WeightFlow& flow);

bool reads(const Operator& op, TensorIndex tensor);

/// What is wrong with the weights' way: slices against their buffers, channels and places, and
/// those that stay against what an earlier operator left. Empty = nothing.
std::vector<Violation> flow_violations(const Plan& plan, const Network& network);

}  // namespace spillway
