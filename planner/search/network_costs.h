// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "planner/plan_network.h"

namespace spillway::search {

/// What it costs an operator that some data lie in slow memory instead of fast memory. If the
/// operator took longer than its bytes and its compute time explain, the rest is a stall.
struct SlowCosts {
  double bytes = 0;
  double stall_cycles = 0;
};

struct NetworkCosts {
  std::vector<double> cycles;  // per operator, with everything in fast memory
  /// Per operator, the bytes that it reads with everything in fast memory, weights included.
  std::vector<double> fast_reads;
  std::vector<double> fast_writes;
  /// Per buffer, its side: 0 or 1. Where possible, the outputs of an operator are on another side
  /// than its first input. A run with one side in slow memory then separates the costs of inputs
  /// and outputs.
  std::vector<std::uint8_t> side;
  /// For each side and each operator, the costs if the maps of this side are in slow memory.
  std::array<std::vector<SlowCosts>, 2> maps;
  std::vector<SlowCosts> weights;  // per operator, if weights are read in place
  /// Per operator, the cycles that a second slice of its weights adds.
  std::vector<double> slice_stall;
  double usual_slice_stall = 0;  // the median of the known slice_stall
  /// Per operator, the bytes of its inputs that are read again for a second slice of its weights.
  std::vector<double> slice_reads;
  double fast_bytes_per_cycle = 1;
  double slow_bytes_per_cycle = 1;
  double transfer_latency = 0;   // cycles of a transfer in addition to those of its bytes
  double transfer_per_byte = 1;  // cycles of a transferred byte times slow_bytes_per_cycle
};

/// The memories of a request that the fluid model distinguishes.
struct ModelMemories {
  MemoryIndex fast = no_memory;
  /// Memory of maps outside fast memory; none = there are no such maps.
  MemoryIndex home = no_memory;
  MemoryIndex constants = no_memory;
};

ModelMemories model_memories(const PlanningRequest& request);

/// Whether the search may choose how weights reach the processor. Otherwise the policy that the
/// user named decides for all weights.
inline bool weights_are_free(const WeightPlanning& weights) { return weights.policy == "auto"; }

/// Whether any tensor is pinned to a memory or must not lie in a memory.
inline bool pins_places(const PlanningRequest& request) {
  return std::any_of(request.pins.begin(), request.pins.end(),
                     [](const TensorPin& pin) { return !pin.outside; });
}

/// Estimates the costs without a simulation: every operator takes its ideal time and moves every
/// byte once.
NetworkCosts assume_costs(const PlanningRequest& request, const PlanningProblem& problem);

/// Measures the costs by at most six simulated runs. `problem` is the result of make_problem().
NetworkCosts measure_costs(const Network& network, const PlanningRequest& request,
                           const PlanningProblem& problem);

}  // namespace spillway::search
