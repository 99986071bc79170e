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

/// Simulates a plan and returns the times of its operators. The function is empty if no simulator
/// is available. The plan must be complete; its memories may be larger than those of the target.
using PlanTiming = std::function<Timing(const Plan& plan)>;

/// Cycles of a run and of each of its operators.
struct SimulatedCycles {
  double total = 0;
  std::vector<double> operators;  // empty if unknown
};

/// Returns the cycles of a plan: simulates the plan, or looks up the result of an earlier
/// simulation.
using SimulatedCyclesOf = std::function<SimulatedCycles(const Plan& plan)>;

/// Returns whether a plan needs more than `most` cycles. Ends the simulation as soon as this is
/// certain.
using TakesLonger = std::function<bool(const Plan& plan, double most)>;

/// A cascade that the processor can run. The vectors have one element per operator, in order;
/// `rolling_bytes` lacks the element of the last operator.
struct CascadeShape {
  std::vector<std::int32_t> stripe_heights;
  /// The size of the rolling buffer that holds the operator's output. 0 = the complete output is
  /// stored.
  std::vector<Bytes> rolling_bytes;
  std::vector<double> compute_cycles;  // cycles of the MAC array, over all stripes
  std::vector<double> weight_reads;    // how often weights without a buffer are read
};

/// Returns the cascade of operators `first` to `last` in which the last operator computes `rows`
/// rows per stripe; nothing if these operators cannot run as a cascade.
using CascadeShapes = std::function<std::optional<CascadeShape>(
    std::int32_t first, std::int32_t last, std::int32_t rows)>;

}  // namespace spillway
