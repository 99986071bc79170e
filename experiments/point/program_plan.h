// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/target/target.h"
#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

/// The plan of `planner`, a program (planner/external/planner_program.h), which is told what the
/// target's memories and operators cost. Feature maps go where it puts them, those that it leaves
/// open by cadence-greedy around them; a whole plan that it answers with is read as
/// plan_as_given() does. Weights and constants as `request` says. Throws as ask_planner_program().
NetworkPlan plan_by_program(const std::string& planner, const Network& network,
                            const Target& target, PlanningRequest request);

}  // namespace spillway
