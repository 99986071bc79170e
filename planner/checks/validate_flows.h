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

/// Returns the violations in the weight flows; empty = none. Slices must fit their buffers and
/// bring each channel once. The memory that stores the weights must hold all slices. A slice that
/// is kept in a buffer must have been left there by an earlier operator.
std::vector<Violation> flow_violations(const Plan& plan, const Network& network);

}  // namespace spillway
