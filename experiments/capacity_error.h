// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan_network.h"

namespace spillway {

/// Throws UserError(run_failed) for a plan that does not fit or was not found. What would have been
/// needed comes from planning once more with the memory unlimited: required, available and excess
/// bytes, the operator at the peak and its largest tensors.
void require_fit(const Network& network, const PlanningRequest& request, const NetworkPlan& plan);

}  // namespace spillway
