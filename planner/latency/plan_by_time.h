// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan_network.h"

namespace spillway::latency {

/// With planner `xla-msa`, its plan. Else the fastest valid plan by request.weights->time, which
/// must be given: of all other planners' and of a search guided by the fluid model (ModelSearch).
/// With a weight policy other than `auto`, all weights are on the way of that one. Never slower
/// than another planner under the same request, where those that search do so with
/// `smallest_search_budget`. PlannerOptions::search_budget = simulations of its own plans;
/// `no_search` = dynamic programming only, nothing simulated.
NetworkPlan plan_by_time(const Network& network, const PlanningRequest& request);

constexpr std::int64_t smallest_search_budget = 1000;
constexpr std::int64_t fewest_simulations = 100;   // of own plans by default, of long networks
constexpr std::int64_t default_simulations = 400;  // of short ones

}  // namespace spillway::latency
