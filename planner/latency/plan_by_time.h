// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan_network.h"

namespace spillway::latency {

/// The fastest valid plan by request.weights->time, which must be given: of all other planners', of
/// what dynamic programming makes of the fluid model, and of a local search from the fastest of
/// these that moves one feature map to another memory or gives the weights of one operator another
/// way. With a weight policy other than `auto`, all weights are on the way of that one. Never
/// slower than another planner, searching ones with `smallest_search_budget`, under the same
/// request. PlannerOptions::search_budget = simulations of the local search.
NetworkPlan plan_by_time(const Network& network, const PlanningRequest& request);

constexpr std::int64_t smallest_search_budget = 1000;
constexpr std::int64_t default_simulations = 400;

}  // namespace spillway::latency
