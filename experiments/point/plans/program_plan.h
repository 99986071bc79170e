// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/target/target.h"
#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

/// Runs `planner`, a program of the user (planner/external/planner_program.h), and returns its
/// plan. The program gets the costs of the target's memories and operators. If the program answers
/// with a complete plan, the plan is read by plan_as_given(). If the answer gives a feature map no
/// place, the planner cadence-greedy places this map. Weights and constants are handled as
/// `request` says. Throws the errors of ask_planner_program(), plan_of_answer() and
/// plan_as_given().
NetworkPlan plan_by_program(const std::string& planner, const Network& network,
                            const Target& target, PlanningRequest request);

}  // namespace spillway
