// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "planner/plan_network.h"

namespace spillway::search {

/// The parameters of the fluid model for a network on its chip. A few simulated runs with unlimited
/// memories yield them. If an operator took longer than its bytes and its compute time explain, the
/// rest is a stall.
struct SlowCosts {
  double bytes = 0;
  double stall_cycles = 0;
};

struct NetworkCosts {
  std::vector<double> cycles;      // per operator, with everything in fast memory
  std::vector<double> fast_reads;  // bytes with everything in fast memory, weights included
  std::vector<double> fast_writes;
  std::vector<std::uint8_t> side;  // per buffer, 0 or 1; the outputs of an operator have another
                                   // side than its first input where possible, so that a run with
                                   // one side in slow memory separates their costs
  std::array<std::vector<SlowCosts>, 2> maps;  // per operator, with the maps of one side in slow
                                               // memory
  std::vector<SlowCosts> weights;              // per operator, if weights are read in place
  std::vector<double> slice_stall;  // per operator, cycles of a second slice of its weights
  double usual_slice_stall = 0;     // median of the known ones
  std::vector<double> slice_reads;  // per operator, bytes of its inputs that are read again for a
                                    // second slice
  double fast_bytes_per_cycle = 1;
  double slow_bytes_per_cycle = 1;
  double transfer_latency = 0;   // cycles of a transfer besides those of its bytes
  double transfer_per_byte = 1;  // time of a byte, relative to one at slow_bytes_per_cycle
};

/// The memories of a request that the fluid model distinguishes.
struct ModelMemories {
  MemoryIndex fast = no_memory;
  MemoryIndex home = no_memory;  // of maps outside fast memory; none = all maps are in fast memory
  MemoryIndex constants = no_memory;
};

ModelMemories model_memories(const PlanningRequest& request);

/// Whether the search may choose how weights reach the processor. Otherwise the policy that the
/// user named decides for all weights.
inline bool weights_are_free(const WeightPlanning& weights) { return weights.policy == "auto"; }

/// Whether any tensor is pinned to a memory or kept out of one.
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
