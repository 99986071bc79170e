// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// What one planner makes of a network and target.
struct PlannerScore {
  std::string planner;
  std::string failure;  // why there are no figures; empty = simulated
  Timing timing;
  Plan plan;
  Bytes spilled = 0;  // feature maps outside the fastest memory
};

struct PlannerComparison {
  std::string network, target, mode;
  std::vector<PlannerScore> scores;  // fastest first, failures last, equals in the order given
  std::optional<Cycles> bound;       // that no plan can beat; Ethos-U only
  Target platform;                   // as resolved for all
  Network lowered;                   // whose tensors the plans place; empty = nothing fits
};

/// Simulates `network` under the plan of each planner, everything else as `point` says. Throws
/// UserError(usage) for compiled networks, which bring their plan.
PlannerComparison compare_planners(const Network& network, const DesignPoint& point,
                                   const std::vector<std::string>& planners);

/// A table of at most 80 columns, with the share of the time in which the processor computed,
/// waited for a memory or for a transfer.
std::string planner_ranking(const PlannerComparison& comparison);

}  // namespace spillway
