// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/target/target.h"
#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

/// Asks `planner`, which is a program (planner/external/planner_program.h), for a plan, and tells
/// it the costs of the memories and operators of the target. If the program answers with a complete
/// plan, this is read as by plan_as_given(). Feature maps without a place in the answer are placed
/// by cadence-greedy. Weights and constants are handled as `request` says. Throws as
/// ask_planner_program().
NetworkPlan plan_by_program(const std::string& planner, const Network& network,
                            const Target& target, PlanningRequest request);

}  // namespace spillway
