// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan_network.h"

namespace spillway::search {

/// Returns the fastest valid plan according to request.weights->time, which must be set. The
/// candidates are the plans of all other planners and those of a search with the fluid model
/// (ModelSearch). The result is therefore never slower than the plan of another planner for the
/// same request. A weight policy other than `auto` decides about all weights.
/// PlannerOptions::search_budget is about the number of plans that the search makes in a memory of
/// the live peak. `no_search` = dynamic programming only, and no simulation if that finds a plan.
NetworkPlan plan_by_time(const Network& network, const PlanningRequest& request);

constexpr std::int64_t fewest_simulations = 16;      // of the search's own plans by default, for
                                                     // long networks
constexpr std::int64_t default_simulations = 1'000;  // the same for short networks

}  // namespace spillway::search
