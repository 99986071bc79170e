// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/answers/compiled_difference.h"
#include "experiments/answers/contestant.h"
#include "report/table_formats.h"

namespace spillway {

/// What one planner, or another contestant, makes of a network and target.
struct PlannerScore {
  std::string planner;  // the contestant's label
  std::string failure;  // why there are no figures; empty = simulated
  Timing timing;
  Plan plan;
  Bytes spilled = 0;                  // feature maps outside the fastest memory
  bool compiled = false;              // has operators of its own, and a plan that is not known
  std::string compiler;               // that wrote it, as far as the file says
  std::string command;                // simulates it alone, or makes the file
  std::vector<std::string> warnings;  // of the run
};

struct PlannerComparison {
  std::string network, target, mode;
  std::vector<PlannerScore> scores;  // fastest first, failures last, equals in the order given
  std::optional<Cycles> bound;       // that no plan can beat; Ethos-U only
  std::string lowering;              // options that a planner chose; empty = none
  std::string choosers;              // the planners that have them; empty = all have them
  Target platform;                   // as resolved for all
  Network lowered;                   // whose tensors the plans place; empty = nothing fits
  /// Every compiled file beside the fastest of the other contestants, where both run.
  std::vector<CompiledDifference> differences;
};

/// Simulates the contestants, everything else as `point` says; the bound is that of `network`.
/// Each planner that chooses the format of feature maps has its own choice (chosen_lowering.h). All
/// other choices of the lowering are those of the first planner that makes them. A plan that is no
/// good is a score with its failure. Throws UserError(usage) when `network` is compiled, or a
/// compiled contestant has other inputs or outputs than it.
PlannerComparison compare_contestants(const Network& network, const DesignPoint& point,
                                      const std::vector<Contestant>& contestants);

/// Simulates `network` under the plan of each planner, everything else as `point` says. Throws
/// UserError(usage) for compiled networks, which bring their plan.
PlannerComparison compare_planners(const Network& network, const DesignPoint& point,
                                   const std::vector<std::string>& planners);

/// A table of at most 80 columns, with the share of the time in which the processor computed,
/// waited for a memory or for a transfer.
std::string planner_ranking(const PlannerComparison& comparison);

/// The same figures for other documents, and in words why a planner has no plan.
DocumentTable planner_table(const PlannerComparison& comparison);

}  // namespace spillway
