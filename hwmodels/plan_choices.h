// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <optional>
#include <string>
#include <vector>

#include "hwmodels/target/family_options.h"
#include "hwmodels/target/target.h"
#include "planner/pins.h"
#include "planner/plan_network.h"

namespace spillway {

/// What a user chooses about a plan; memories are given by name.
struct PlanChoices {
  std::string planner;
  PlannerOptions options;
  std::vector<std::string> arena;  // memories of feature maps; empty = as in the memory mode
  std::string constants;           // memory of constants; empty = as in the memory mode
  std::vector<PinRule> pins;       // places that the user fixes for single tensors
  // How weights reach the processor; nullopt = the planner leaves all constants in place.
  std::optional<WeightPlanning> weights;
  // Simulates a plan and returns its time, for planners that choose the fastest plan; empty = plans
  // are not simulated.
  PlanTime time;
  // Storage in which the family's planner keeps results for later plans. The results can be used
  // for later plans of the same network and target that differ only in the capacities of memories
  // or the effort of the search. Null = no results are kept.
  std::any* kept = nullptr;
  // Whether the planner ignores the plan that a compiled file contains.
  bool replan = false;
  FamilyOptions family_options;
};

/// Returns a request for a planner, with the target's memories, the memory that holds the constants
/// and the kernels that work in place (tinyengine_kernels, pads_in_place). The caller fills in all
/// other members.
PlanningRequest memories_of(const Target& target, const PlanChoices& choices);

/// Returns a request for planners that may place feature maps in several memories: in the memories
/// that `choices` names or, if it names no memories, in the cache and the arena of the memory mode.
/// The memories are in the order of the target, fastest first.
PlanningRequest planning_request(const Target& target, const PlanChoices& choices);

/// Returns a plan of a network whose feature maps can lie in several memories: the plan that the
/// planner makes for planning_request(), with the user's pins and choice of weights.
NetworkPlan plan_in_memories(const Network& network, const Target& target,
                             const PlanChoices& choices);

}  // namespace spillway
