// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "planner/plan_network.h"

namespace spillway::search {

/// What the fluid model needs to know of a network on its chip, as a few simulated runs show it,
/// with maps and weights in memories without limit. What an operator took longer than its bytes and
/// its time with everything at hand explain is a stall.
struct SlowCosts {
  double bytes = 0;
  double stall_cycles = 0;
};

struct NetworkCosts {
  std::vector<double> cycles;      // per operator, everything in fast memory
  std::vector<double> fast_reads;  // bytes then, weights included
  std::vector<double> fast_writes;
  std::vector<std::uint8_t> side;  // per buffer: of those of an operator, the outputs are on
                                   // another side than the first input where that is possible
  std::array<std::vector<SlowCosts>, 2> maps;  // per operator, maps of one side in slow memory
  std::vector<SlowCosts> weights;              // per operator, read in place
  std::vector<double> slice_stall;  // per operator, cycles of a second slice of its weights
  double usual_slice_stall = 0;     // the median of those that there are
  std::vector<double> slice_reads;  // and bytes of its inputs that are read again for it
  double fast_bytes_per_cycle = 1;
  double slow_bytes_per_cycle = 1;
  double transfer_latency = 0;   // cycles of a transfer beside its bytes
  double transfer_per_byte = 1;  // time of its bytes, over that of slow_bytes_per_cycle
};

/// Memories of the request that the model knows.
struct ModelMemories {
  MemoryIndex fast = no_memory;
  MemoryIndex home = no_memory;  // of maps outside fast memory; none = they all lie there
  MemoryIndex constants = no_memory;
};

ModelMemories model_memories(const PlanningRequest& request);

/// Whether plans may have weights in any way; else all go that of the policy which the user named.
inline bool weights_are_free(const WeightPlanning& weights) { return weights.policy == "auto"; }

/// Whether any tensor is pinned to a memory or kept out of one.
inline bool pins_places(const PlanningRequest& request) {
  return std::any_of(request.pins.begin(), request.pins.end(),
                     [](const TensorPin& pin) { return !pin.outside; });
}

/// The same without a run: every operator takes its ideal time and moves every byte once.
NetworkCosts assume_costs(const PlanningRequest& request, const PlanningProblem& problem);

/// Runs the network six times at most. `problem` is make_problem()'s.
NetworkCosts measure_costs(const Network& network, const PlanningRequest& request,
                           const PlanningProblem& problem);

}  // namespace spillway::search
