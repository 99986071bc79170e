// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hwmodels/target/family_options.h"
#include "hwmodels/target/target.h"
#include "planner/pins.h"
#include "planner/plan_network.h"

namespace spillway {

/// What a user chooses of a plan; memories by name.
struct PlanChoices {
  std::string planner;
  PlannerOptions options;
  std::vector<std::string> arena;  // memories of feature maps; empty = the memory mode's
  std::string constants;           // memory of constants; empty = the memory mode's
  std::vector<PinRule> pins;       // places of single tensors
  // How weights reach the processor; none = as the network says.
  std::optional<WeightPlanning> weights;
  PlanTime time;        // by simulation, for planners that choose by it; none = nobody simulates
  bool replan = false;  // a compiled file's own plan is not asked for
  FamilyOptions family_options;
};

/// The target's memories for a planner, and which of them holds the constants.
PlanningRequest memories_of(const Target& target, const PlanChoices& choices);

/// What a planner is asked that may place feature maps in all memories of the arena: the mode's
/// cache and arena, fastest first, unless `choices` names others.
PlanningRequest planning_request(const Target& target, const PlanChoices& choices);

/// The plan of a family whose maps may lie in several memories: planning_request() with the pins.
NetworkPlan plan_in_memories(const Network& network, const Target& target,
                             const PlanChoices& choices);

}  // namespace spillway
