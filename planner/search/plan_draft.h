// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "planner/plan_network.h"

namespace spillway::search {

/// Steps [lower, upper) of a feature map in fast memory.
struct MapStay {
  TimeStep lower = 0;
  TimeStep upper = 0;
  std::optional<TimeStep> fetched_by;  // copied there from its home before this step
};

/// Where a feature map lies when.
struct MapDraft {
  std::vector<MapStay> stays;          // in order
  MemoryIndex home = no_memory;        // memory outside; none = always in fast memory
  TimeStep home_from = 0;              // first step there
  std::optional<TimeStep> written_by;  // copied there from its first stay before this step
  Bytes rolling = 0;                   // held by so many bytes within a cascade; 0 = whole
};

struct FlowDraft {
  std::int32_t op = -1;
  TensorIndex weights = no_tensor;
  std::vector<WeightFlowSlice> slices;
  std::int32_t buffers = 0;  // that they fill in turn; 0 = in place
  bool over_read = false;    // what comes early may fill bytes that the operator before has read
};

/// A plan without addresses.
struct PlanDraft {
  std::vector<MapDraft> maps;  // per buffer of the problem
  std::vector<FlowDraft> flows;
  std::vector<Cascade> cascades;
  /// Results take the bytes of their operands wherever they may; else only for want of room.
  bool results_in_place = false;
};

/// The plan with addresses: those of fast memory by first fit in several orders, hill climbing and
/// complete search, in this order; nothing when none finds room or constants do not fit.
std::optional<NetworkPlan> realise(const Network& network, const PlanningRequest& request,
                                   const PlanningProblem& problem, const PlanDraft& draft);

}  // namespace spillway::search
