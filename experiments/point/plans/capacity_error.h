// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "planner/capacity_error.h"
#include "planner/plan_network.h"

namespace spillway {

/// A function that makes the plan once more, as if the memory with index `limit` had no limit.
using PlanWithout = std::function<NetworkPlan(MemoryIndex limit)>;

/// Throws CapacityError if the plan does not fit or was not found. The message has required,
/// available and excess bytes, the operator at the peak and its largest tensors. To find these, it
/// plans once more as if the memory that is too small had no limit.
void require_fit(const Network& network, const std::string& planner, const NetworkPlan& plan,
                 const PlanWithout& plan_without);

}  // namespace spillway
