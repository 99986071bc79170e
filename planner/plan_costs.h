// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/units.h"
#include "planner/plan.h"
#include "traces/timing.h"

namespace spillway {

/// What a plan costs, operator by operator, by simulation. Empty where nobody simulates. The plan
/// must be complete; its memories may be larger than those of the target.
using PlanTiming = std::function<Timing(const Plan& plan)>;

/// Cycles of a run, and of each of its operators.
struct SimulatedCycles {
  double total = 0;
  std::vector<double> operators;     // none where nobody tells
  std::vector<double> waiting = {};  // of them, those in which no engine works; none likewise
};

/// The same, where a plan that was simulated before is looked up.
using SimulatedCyclesOf = std::function<SimulatedCycles(const Plan& plan)>;

/// A cascade that a processor can run, per operator in order.
struct CascadeShape {
  std::vector<std::int32_t> stripe_heights;
  std::vector<Bytes> rolling_bytes;    // of its output, of all but the last; 0 = it is held whole
  std::vector<double> compute_cycles;  // of the MAC array, over all stripes
  std::vector<double> weight_reads;    // how often its weights are read where they stay in place
};

/// The cascade of operators `first` to `last` whose last one computes `rows` rows at a time;
/// nothing where these operators cannot run so.
using CascadeShapes = std::function<std::optional<CascadeShape>(
    std::int32_t first, std::int32_t last, std::int32_t rows)>;

}  // namespace spillway
