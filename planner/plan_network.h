// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planner/constants.h"
#include "planner/plan.h"
#include "planner/plan_costs.h"
#include "planner/planner.h"

namespace spillway {

namespace search {
class KeptClimbs;
}

/// A tensor whose place the user decides.
struct TensorPin {
  TensorIndex tensor = no_tensor;
  std::optional<MemoryIndex> memory;
  std::optional<Bytes> offset;                       // within `memory`, or the first of the arena
  bool outside = false;                              // the application owns it: not planned at all
  std::optional<MemoryIndex> not_in = std::nullopt;  // where it must not be
  TensorIndex behind = no_tensor;                    // it lies directly behind that one
  std::optional<Bytes> alignment = std::nullopt;     // of its offset
};

/// How the weights of a network reach its processor.
struct WeightPlanning {
  WeightNeeds needs;
  std::string policy = default_weight_policy;
  PlanTime time;             // for planners that choose by simulated time
  FastestPlan fastest;       // for policies that do; none = by `time`, if there is one
  SimulatedCyclesOf cycles;  // the same by operator, for planners that search
  PlanTiming timing;         // and in all its parts, for planners that learn from runs
  CascadeShapes cascades;    // none = operators run one after the other
  /// Where a search keeps what does not depend on the capacity of the fastest memory, and by which
  /// name of all that it does depend on. None = it keeps nothing.
  search::KeptClimbs* kept_climbs = nullptr;
  std::string climb_name = {};
};

/// Where the parts of a network may live; indices into `memories`, which are fastest first.
struct PlanningRequest {
  std::vector<MemorySpace> memories;
  std::vector<MemoryIndex> arena;     // memories that feature maps may use, fastest first
  MemoryIndex constants = no_memory;  // memory of weights and other constants
  std::string planner = "cadence-greedy";
  PlannerOptions options;
  std::vector<TensorPin> pins;
  std::optional<WeightPlanning> weights;  // none = constants lie as they are, without flows
  std::optional<Bytes> alignment;         // of feature maps; none = Planner::tensor_alignment
  // Kernels are TinyEngine's: depthwise ones write over their input and need buffers beside it.
  bool tinyengine_kernels = true;
  bool pads_in_place = true;  // kernels of pads may write over their input, as xformer has it
};

struct NetworkPlan {
  Plan plan;
  PlanningResult result;    // of the planner; placements in the order of `problem.buffers`
  PlanningProblem problem;  // what it was asked, over all memories of the request
};

/// Live ranges of the feature maps, scratch, variables and operator data of `network`, as a problem
/// for any planner: insertion order = first use, network inputs first. Constants and tensors of no
/// bytes are left out. Variables and operator data live all run; outputs live to its end; an output
/// that nobody reads lives during its operator.
PlanningProblem make_problem(const Network& network, const std::vector<MemorySpace>& memories,
                             Bytes alignment = 16);

/// Leaves out what only TinyEngine's kernels do and need, for processors that have others.
void drop_kernel_workspaces(PlanningProblem& problem);

/// Plans a (lowered) network: feature maps by the planner, over the memories of `request.arena`;
/// constants one after the other in their memory, behind the feature maps where they share it. A
/// plan that does not fit is a result with status and excess, never an exception; its residencies
/// are then incomplete. Memory indices in request, plan, problem and result are all of
/// `request.memories`. Throws UserError(usage) for a pin that the planner cannot honour
/// or that is not possible.
NetworkPlan plan_network(const Network& network, const PlanningRequest& request);

/// The same without weights and constants, for which it leaves room where they share a memory.
NetworkPlan plan_feature_maps(const Network& network, const PlanningRequest& request);

/// Adds what `plan`, which has places for the feature maps, does not say yet: a flow for every
/// operator with weights, by the policy of the request, and places for constants, as large as they
/// are stored. Returns the bytes that are missing in their memory; 0 = everything fits.
Bytes complete_plan(const Network& network, const PlanningRequest& request, Plan& plan);

}  // namespace spillway
