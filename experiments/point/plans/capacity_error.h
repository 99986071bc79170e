// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "planner/capacity_error.h"
#include "planner/plan_network.h"

namespace spillway {

/// Plans again with memory `limit` unlimited.
using PlanWithout = std::function<NetworkPlan(MemoryIndex limit)>;

/// Throws CapacityError for a plan that does not fit or was not found. To tell what would have been
/// needed, it plans without the exceeded limit: the message has required, available and excess
/// bytes, the operator at the peak and its largest tensors.
void require_fit(const Network& network, const std::string& planner, const NetworkPlan& plan,
                 const PlanWithout& plan_without);

}  // namespace spillway
