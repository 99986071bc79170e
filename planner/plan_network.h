// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan.h"
#include "planner/planner.h"

namespace spillway {

/// Where the parts of a network may live; indices into `memories`, which are fastest first.
struct PlanningRequest {
  std::vector<MemorySpace> memories;
  std::vector<MemoryIndex> arena;     // memories that feature maps may use, fastest first
  MemoryIndex constants = no_memory;  // memory of weights and other constants
  std::string planner = "cadence-greedy";
  PlannerOptions options;
};

struct NetworkPlan {
  Plan plan;
  PlanningResult result;    // of the planner; placements in the order of `problem.buffers`
  PlanningProblem problem;  // what it was asked
};

/// Live ranges of the feature maps, scratch and variables of `network`, as a problem for any
/// planner: insertion order = first use, network inputs first; constants are left out.
PlanningProblem make_problem(const Network& network, const std::vector<MemorySpace>& memories);

/// Plans a (lowered) network: feature maps by the planner, constants one after the other in their
/// memory. A plan that does not fit is a result with status and excess, never an exception.
NetworkPlan plan_network(const Network& network, const PlanningRequest& request);

}  // namespace spillway
