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
class KeptSearches;
}

/// A tensor whose place the user decides.
struct TensorPin {
  TensorIndex tensor = no_tensor;
  std::optional<MemoryIndex> memory;
  /// The offset within `memory` or, if `memory` is not set, within the first memory of the arena.
  std::optional<Bytes> offset;
  bool outside = false;  // the application owns the tensor, so it is not planned
  std::optional<MemoryIndex> not_in = std::nullopt;  // a memory in which the tensor must not be
  TensorIndex behind = no_tensor;  // a tensor; this tensor starts where that one ends
  std::optional<Bytes> alignment = std::nullopt;  // alignment of the tensor's offset, in bytes
};

/// The data and functions for planning how weights reach the processor.
struct WeightPlanning {
  WeightNeeds needs;
  std::string policy = default_weight_policy;
  /// Simulates a plan and returns its cycles; for planners that choose by simulated time.
  PlanTime time;
  /// For weight policies that choose by simulated time: compares plans. If this member is empty,
  /// these policies compare the results of `time`.
  FastestPlan fastest;
  /// Simulates a plan and returns its cycles, in total and per operator; for planners that search.
  SimulatedCyclesOf cycles;
  /// Returns whether a plan takes longer than a limit, without simulating slow plans completely.
  /// After a result of false, `cycles` returns the cycles of the plan without another simulation.
  /// Empty = all plans are simulated completely.
  TakesLonger takes_longer = {};
  /// Simulates a plan and returns the timing of each operator. The planner `search` uses the
  /// timings to measure what each operator costs.
  PlanTiming timing;
  CascadeShapes cascades;  // empty = operators run one after the other
  /// Stores the results of a search that do not depend on the capacity of the fastest memory, so
  /// that a search for another capacity can use them. The key is `search_name`, which must name
  /// everything on which the results depend. Null = results are not stored.
  search::KeptSearches* kept_searches = nullptr;
  std::string search_name = {};
};

/// The input of plan_network(). `memories` is sorted from the fastest to the slowest; every
/// MemoryIndex of this struct is an index into it.
struct PlanningRequest {
  std::vector<MemorySpace> memories;
  std::vector<MemoryIndex> arena;     // memories that feature maps may use, fastest first
  MemoryIndex constants = no_memory;  // memory of weights and other constants
  std::string planner = "cadence-greedy";
  PlannerOptions options;
  std::vector<TensorPin> pins;
  /// None = constants are read in place, and the plan has no weight flows.
  std::optional<WeightPlanning> weights;
  /// The alignment of the offsets of feature maps; none = Planner::tensor_alignment().
  std::optional<Bytes> alignment;
  // Whether the processor runs TinyEngine's kernels. TinyEngine's depthwise kernels write over
  // their input, and its convolution kernels need extra buffers.
  bool tinyengine_kernels = true;
  bool pads_in_place = true;  // pad operators may write over their input, as kernels of xformer do
};

struct NetworkPlan {
  Plan plan;
  /// The planner's result; its placements are in the order of `problem.buffers`.
  PlanningResult result;
  PlanningProblem problem;  // the problem that was planned, with all memories of the request
};

/// Returns the live ranges of feature maps, scratch, variables and operator data of `network` as a
/// planning problem. Buffers are in the order of their first use, network inputs first. Constants
/// and tensors of no bytes are left out. Variables and operator data are live during the complete
/// run, network outputs until its end. A result that no operator reads is live only during the
/// operator that writes it.
PlanningProblem make_problem(const Network& network, const std::vector<MemorySpace>& memories,
                             Bytes alignment = 16);

/// Removes the in-place rules and workspaces of TinyEngine's kernels, for processors with other
/// kernels.
void drop_kernel_workspaces(PlanningProblem& problem);

/// Plans a (lowered) network. The planner places feature maps in the memories of `request.arena`.
/// Constants go one after the other into their memory, above the feature maps if both share the
/// memory. If the plan does not fit, the function does not throw: the result has a status and the
/// number of missing bytes, and the residencies are incomplete. Memory indices in request, plan,
/// problem and result refer to `request.memories`. Throws UserError(usage) for a pin that is
/// impossible or that the planner cannot honour.
NetworkPlan plan_network(const Network& network, const PlanningRequest& request);

/// Plans the feature maps as plan_network() does, but no weights and constants. If the constants
/// share a memory with the feature maps, the planner leaves space for the constants.
NetworkPlan plan_feature_maps(const Network& network, const PlanningRequest& request);

/// Completes `plan`, which already places the feature maps. Adds a weight flow for every operator
/// with weights, by the weight policy of the request, and places the constants with their stored
/// sizes. Returns the number of bytes by which the memory of the constants is too small; 0 =
/// everything fits.
Bytes complete_plan(const Network& network, const PlanningRequest& request, Plan& plan);

}  // namespace spillway
