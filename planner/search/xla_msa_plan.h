// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan_network.h"

namespace spillway::search {

/// Returns the plan by the rules of XLA's memory space assignment. `request.weights` must be set,
/// because it gives the times of operators. If the weight policy of the request is `auto`, the same
/// rules prefetch weights; any other policy decides about the weights itself.
NetworkPlan plan_like_xla_msa(const Network& network, const PlanningRequest& request);

}  // namespace spillway::search
