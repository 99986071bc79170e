// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan_network.h"

namespace spillway::search {

/// The plan by the rules of XLA's memory space assignment, with request.weights, which must be
/// given, as its cost analysis. Weights are prefetched by the same rules with policy `auto`, and on
/// the way of any other policy.
NetworkPlan plan_like_xla_msa(const Network& network, const PlanningRequest& request);

}  // namespace spillway::search
