// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan_network.h"

namespace spillway::search {

/// Returns the fastest valid plan according to request.weights->time, which must be set. The
/// candidates are the plans of all other planners that can answer and that honour the pins of the
/// request, and the plans of a search with the fluid model (ModelSearch). The result is therefore
/// never slower than a valid plan of such a planner for the same request. If the request names a
/// weight policy other than `auto`, this policy decides about all weights.
/// PlannerOptions::search_budget is roughly the number of plans that the search makes if the fast
/// memory is as large as the live peak (the largest number of bytes of feature maps at one step).
/// With the value `no_search`, only dynamic programming makes plans, and nothing is simulated if it
/// finds a plan.
NetworkPlan plan_by_time(const Network& network, const PlanningRequest& request);

}  // namespace spillway::search
