// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "planner/plan_network.h"

namespace spillway::search {

/// A feature map is in fast memory during steps [lower, upper).
struct MapStay {
  TimeStep lower = 0;
  TimeStep upper = 0;
  std::optional<TimeStep> fetched_by;  // copied from its home to fast memory before this step
};

/// Where a feature map lies during which steps.
struct MapDraft {
  std::vector<MapStay> stays;          // in order
  MemoryIndex home = no_memory;        // memory outside fast memory; none = always in fast memory
  TimeStep home_from = 0;              // first step there
  std::optional<TimeStep> written_by;  // copied home from its first stay before this step
  Bytes rolling = 0;  // size of its rolling buffer within a cascade; 0 = the complete map is stored
};

struct FlowDraft {
  std::int32_t op = -1;
  TensorIndex weights = no_tensor;
  std::vector<WeightFlowSlice> slices;
  std::int32_t buffers = 0;  // filled by the slices in rotation; 0 = in place
  bool over_read = false;    // slices that arrive early may overwrite bytes that the operator
                             // before has already read
};

/// A plan without addresses.
struct PlanDraft {
  std::vector<MapDraft> maps;  // per buffer of the problem
  std::vector<FlowDraft> flows;
  std::vector<Cascade> cascades;
  /// Whether results take the bytes of their operands wherever they may. If false, only where the
  /// plan does not fit otherwise.
  bool results_in_place = false;
};

/// Returns the plan with addresses. Fast memory is allocated by first fit in several orders, then
/// by hill climbing, then by complete search. Returns nothing if none of these finds a fitting
/// allocation or if the constants do not fit.
std::optional<NetworkPlan> realise(const Network& network, const PlanningRequest& request,
                                   const PlanningProblem& problem, const PlanDraft& draft);

}  // namespace spillway::search
