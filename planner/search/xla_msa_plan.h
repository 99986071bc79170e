// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan_network.h"

namespace spillway::search {

/// Returns the plan by the rules of XLA's memory space assignment. request.weights must be set; it
/// gives the times of operators. With policy `auto` the same rules prefetch weights; any other
/// policy decides about weights itself.
NetworkPlan plan_like_xla_msa(const Network& network, const PlanningRequest& request);

}  // namespace spillway::search
