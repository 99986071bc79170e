// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan_network.h"

namespace spillway::search {

/// The fastest valid plan by request.weights->time, which must be given: of all other planners' and
/// of a search guided by the fluid model (ModelSearch). With a weight policy other than `auto`, all
/// weights are on the way of that one. Never slower than another planner under the same request.
/// PlannerOptions::search_budget = about the plans of its own in a memory of the live peak;
/// `no_search` = dynamic programming only, and nothing simulated where that finds a plan.
NetworkPlan plan_by_time(const Network& network, const PlanningRequest& request);

constexpr std::int64_t fewest_simulations = 16;      // of own plans by default, of long networks
constexpr std::int64_t default_simulations = 1'000;  // of short ones

}  // namespace spillway::search
