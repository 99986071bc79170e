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
  std::optional<Bytes> offset;  // within `memory` or, if that is not set, the
                                // first memory of the arena
  bool outside = false;         // the application owns the tensor, so it is not planned
  std::optional<MemoryIndex> not_in = std::nullopt;  // where the tensor must not be
  TensorIndex behind = no_tensor;  // a tensor directly behind which this one is placed
  std::optional<Bytes> alignment = std::nullopt;  // of its offset
};

/// The data and functions for planning how weights reach the processor.
struct WeightPlanning {
  WeightNeeds needs;
  std::string policy = default_weight_policy;
  PlanTime time;             // for planners that choose by simulated time
  FastestPlan fastest;       // for policies that choose by simulated time; empty = `time` is used,
                             // if set
  SimulatedCyclesOf cycles;  // `time` per operator, for planners that search
  PlanTiming timing;         // all parts of the time, for planners that measure costs in runs
  CascadeShapes cascades;    // none = operators run one after the other
  /// Where a search keeps results that do not depend on the capacity of the fastest memory, and a
  /// name for everything that they do depend on. Null = nothing is kept.
  search::KeptClimbs* kept_climbs = nullptr;
  std::string climb_name = {};
};

/// The memories that the parts of a network may use; indices into `memories`, which are sorted from
/// the fastest to the slowest.
struct PlanningRequest {
  std::vector<MemorySpace> memories;
  std::vector<MemoryIndex> arena;     // memories that feature maps may use, fastest first
  MemoryIndex constants = no_memory;  // memory of weights and other constants
  std::string planner = "cadence-greedy";
  PlannerOptions options;
  std::vector<TensorPin> pins;
  std::optional<WeightPlanning> weights;  // none = constants stay in place, without flows
  std::optional<Bytes> alignment;         // of feature maps; none = Planner::tensor_alignment
  // TinyEngine's kernels are used: depthwise ones write over their input and need extra buffers.
  bool tinyengine_kernels = true;
  bool pads_in_place = true;  // kernels of pads may write over their input, as in xformer
};

struct NetworkPlan {
  Plan plan;
  PlanningResult result;    // of the planner; placements in the order of `problem.buffers`
  PlanningProblem problem;  // that the planner solved, over all memories of the request
};

/// Returns the live ranges of feature maps, scratch, variables and operator data of `network` as a
/// planning problem. Buffers are in order of first use, network inputs first. Constants and tensors
/// of no bytes are left out. Variables and operator data live all run; network outputs live to its
/// end; an output that nobody reads lives during its operator.
PlanningProblem make_problem(const Network& network, const std::vector<MemorySpace>& memories,
                             Bytes alignment = 16);

/// Removes the in-place rules and workspaces of TinyEngine's kernels, for processors with other
/// kernels.
void drop_kernel_workspaces(PlanningProblem& problem);

/// Plans a (lowered) network. The planner places feature maps in the memories of `request.arena`.
/// Constants go one after the other into their memory, above the feature maps if they share it. A
/// plan that does not fit is a result with status and excess, never an exception; its residencies
/// are then incomplete. Memory indices in request, plan, problem and result refer to
/// `request.memories`. Throws UserError(usage) for a pin that the planner cannot honour or that is
/// impossible.
NetworkPlan plan_network(const Network& network, const PlanningRequest& request);

/// As plan_network(), without weights and constants. Leaves space for these if they share a memory
/// with the feature maps.
NetworkPlan plan_feature_maps(const Network& network, const PlanningRequest& request);

/// Completes `plan`, which already places the feature maps: adds a flow for every operator with
/// weights, by the policy of the request, and places the constants with their stored size. Returns
/// the bytes that are missing in their memory; 0 = everything fits.
Bytes complete_plan(const Network& network, const PlanningRequest& request, Plan& plan);

}  // namespace spillway
