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

/// Returns the violations in the weight flows of `plan`; empty = none. The conditions:
/// - The operator of each flow exists, and each flow has a slice.
/// - Each slice fits its weight buffer, which is live from the fetch of the slice until the
///   operator ends. Slices that are read in place do not stay in a buffer.
/// - Buffers of made-up weights are used only by operators without a weight tensor.
/// - The slices of an operator contain each channel once.
/// - The memory that stores the weights holds all slices.
/// - If a slice is not fetched because it stays in its buffer, an earlier operator has fetched the
///   slice to this buffer.
std::vector<Violation> flow_violations(const Plan& plan, const Network& network);

}  // namespace spillway
