// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "planner/capacity_error.h"
#include "planner/plan_network.h"

namespace spillway {

/// A function that returns the plan for unlimited capacity of one memory, whose index is `limit`.
using PlanUnlimited = std::function<NetworkPlan(MemoryIndex limit)>;

/// Throws CapacityError if `plan` does not fit or no plan was found. If a memory is too small, the
/// message has required, available and excess bytes, the operator at the peak and its largest
/// tensors. To compute the required bytes, calls `plan_unlimited` for this memory.
void require_fit(const Network& network, const std::string& planner, const NetworkPlan& plan,
                 const PlanUnlimited& plan_unlimited);

}  // namespace spillway
