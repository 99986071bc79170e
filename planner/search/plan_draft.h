// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "planner/plan_network.h"

namespace spillway::search {

/// A time range [lower, upper), in steps, during which a feature map is in fast memory.
struct MapStay {
  TimeStep lower = 0;
  TimeStep upper = 0;
  /// Set if the DMA copies the feature map from its home (its memory outside fast memory) to fast
  /// memory: the step before which this copy ends.
  std::optional<TimeStep> fetched_by;
};

/// The memories of a feature map: the times in fast memory, and its home, a memory outside fast
/// memory.
struct MapDraft {
  std::vector<MapStay> stays;    // times in fast memory, in ascending order
  MemoryIndex home = no_memory;  // memory outside fast memory; no_memory = none
  TimeStep home_from = 0;        // the first step at which the map is in its home
  /// Set if the producer writes the feature map to fast memory and the DMA then copies it to its
  /// home (its memory outside fast memory): the step before which this copy ends.
  std::optional<TimeStep> written_by;
  Bytes rolling = 0;  // size of the rolling buffer in a cascade; 0 = stored completely
};

struct FlowDraft {
  std::int32_t op = -1;
  TensorIndex weights = no_tensor;
  std::vector<WeightFlowSlice> slices;
  std::int32_t buffers = 0;  // number of buffers that the slices fill in rotation; 0 = in place
  /// Whether a buffer that is filled while the preceding operator runs may lie over bytes that this
  /// operator has already read.
  bool over_read = false;
};

/// A plan without addresses.
struct PlanDraft {
  std::vector<MapDraft> maps;  // one element per buffer of the problem
  std::vector<FlowDraft> flows;
  std::vector<Cascade> cascades;
  /// If true, results take the bytes of their operands wherever this is allowed. If false, results
  /// take them only if the plan does not fit otherwise.
  bool results_in_place = false;
};

/// Returns the plan with addresses. Each memory is allocated by first fit in several orders, then
/// by hill climbing, then by a complete search with a limit of nodes. Returns nothing if none of
/// these finds a fitting allocation or if the constants do not fit.
std::optional<NetworkPlan> realise(const Network& network, const PlanningRequest& request,
                                   const PlanningProblem& problem, const PlanDraft& draft);

}  // namespace spillway::search
