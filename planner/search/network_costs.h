// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "planner/plan_network.h"

namespace spillway::search {

/// The additional costs of an operator if some data lie in slow memory instead of fast memory.
/// Stall cycles are cycles that neither the operator's bytes nor its compute time explain.
struct SlowCosts {
  double bytes = 0;
  double stall_cycles = 0;
};

struct NetworkCosts {
  std::vector<double> cycles;  // per operator, with all maps and weights in fast memory
  /// Per operator, the bytes that it reads, weights included, with all maps and weights in fast
  /// memory.
  std::vector<double> fast_reads;
  std::vector<double> fast_writes;
  /// Per buffer, its side: 0 or 1. The sides divide the feature maps into two groups, so that one
  /// simulated run with one group in slow memory gives the costs of inputs and another run those of
  /// outputs. Where possible, the outputs of an operator are on another side than its first input.
  std::vector<std::uint8_t> side;
  /// For each side and each operator, the costs if the feature maps of this side are in slow
  /// memory.
  std::array<std::vector<SlowCosts>, 2> maps;
  std::vector<SlowCosts> weights;  // per operator, the costs if its weights are read in place
  /// Per operator, the additional cycles if its weights are read in two slices instead of one.
  std::vector<double> slice_stall;
  double usual_slice_stall = 0;  // the median of the positive values in slice_stall
  /// Per operator, the bytes of its inputs that are read again if its weights are read in two
  /// slices.
  std::vector<double> slice_reads;
  double fast_bytes_per_cycle = 1;
  double slow_bytes_per_cycle = 1;
  double transfer_latency = 0;  // cycles of a transfer in addition to those of its bytes
  /// Cycles of a transferred byte, as a multiple of the cycles of a byte at the full rate of the
  /// slow port (1 / slow_bytes_per_cycle).
  double transfer_slowdown = 1;
};

/// The memories of a request that the fluid model distinguishes.
struct ModelMemories {
  MemoryIndex fast = no_memory;
  /// Memory of feature maps outside fast memory; no_memory = all maps are in fast memory.
  MemoryIndex home = no_memory;
  MemoryIndex constants = no_memory;
};

ModelMemories model_memories(const PlanningRequest& request);

/// Whether the search may choose how weights reach the processor. Otherwise the policy that the
/// user named decides for all weights.
inline bool weights_are_free(const WeightPlanning& weights) { return weights.policy == "auto"; }

/// Whether the request has a pin that restricts where a tensor lies within the plan. A pin that
/// takes a tensor out of the plan does not count.
inline bool pins_places(const PlanningRequest& request) {
  return std::any_of(request.pins.begin(), request.pins.end(),
                     [](const TensorPin& pin) { return !pin.outside; });
}

/// Returns costs that are assumed without a simulation: every operator takes its compute cycles
/// (WeightNeeds::compute_cycles) and moves every byte once.
NetworkCosts assume_costs(const PlanningRequest& request, const PlanningProblem& problem);

/// Returns costs measured by at most six simulated runs. `problem` is the result of make_problem().
NetworkCosts measure_costs(const Network& network, const PlanningRequest& request,
                           const PlanningProblem& problem);

}  // namespace spillway::search
