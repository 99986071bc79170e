// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "planner/plan_network.h"

namespace spillway::search {

/// A stay of a feature map in fast memory, during steps [lower, upper).
struct MapStay {
  TimeStep lower = 0;
  TimeStep upper = 0;
  std::optional<TimeStep> fetched_by;  // step before which it has been copied from its home
};

/// Where a feature map lies during which steps.
struct MapDraft {
  std::vector<MapStay> stays;    // in the order of time
  MemoryIndex home = no_memory;  // its memory outside fast memory; none = always in fast memory
  TimeStep home_from = 0;        // the first step at which the map is in its home
  /// The step before which the map has been copied from fast memory, where its producer writes it,
  /// to its home; nothing if the producer writes directly to the home.
  std::optional<TimeStep> written_by;
  Bytes rolling = 0;  // size of its rolling buffer in a cascade; 0 = it is stored completely
};

struct FlowDraft {
  std::int32_t op = -1;
  TensorIndex weights = no_tensor;
  std::vector<WeightFlowSlice> slices;
  std::int32_t buffers = 0;  // number of buffers that the slices fill in rotation; 0 = in place
  /// Whether slices that arrive early can lie over bytes that the operator before has already read.
  bool over_read = false;
};

/// A plan without addresses.
struct PlanDraft {
  std::vector<MapDraft> maps;  // per buffer of the problem
  std::vector<FlowDraft> flows;
  std::vector<Cascade> cascades;
  /// If true, results take the bytes of their operands wherever this is allowed. If false, they do
  /// so only where the plan does not fit otherwise.
  bool results_in_place = false;
};

/// Returns the plan with addresses. Fast memory is allocated by first fit in several orders, then
/// by hill climbing, then by complete search. Returns nothing if none of these finds a fitting
/// allocation or if the constants do not fit.
std::optional<NetworkPlan> realise(const Network& network, const PlanningRequest& request,
                                   const PlanningProblem& problem, const PlanDraft& draft);

}  // namespace spillway::search
