// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "planner/capacity_error.h"
#include "planner/plan_network.h"

namespace spillway {

/// A function that makes the plan once more with unlimited capacity of the memory with index
/// `limit`.
using PlanUnlimited = std::function<NetworkPlan(MemoryIndex limit)>;

/// Throws CapacityError if the plan does not fit or no plan was found. The message has required,
/// available and excess bytes, the operator at the peak and its largest tensors. For this, plans
/// once more with unlimited capacity of the memory that is too small.
void require_fit(const Network& network, const std::string& planner, const NetworkPlan& plan,
                 const PlanUnlimited& plan_unlimited);

}  // namespace spillway
