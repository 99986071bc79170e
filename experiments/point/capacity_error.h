// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "planner/capacity_error.h"
#include "planner/plan_network.h"

namespace spillway {

/// Plans again with one memory unlimited.
using PlanWithout = std::function<NetworkPlan(MemoryIndex limit)>;

/// Throws CapacityError for a plan that does not fit or was not found. What would have been
/// needed comes from planning without the limit that was hit: required, available and excess bytes,
/// the operator at the peak and its largest tensors.
void require_fit(const Network& network, const std::string& planner, const NetworkPlan& plan,
                 const PlanWithout& plan_without);

}  // namespace spillway
