// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/answers/compiled_difference.h"
#include "experiments/answers/contestant.h"
#include "report/printout.h"

namespace spillway {

/// The result of one planner, or another contestant, for a network and target.
struct PlannerScore {
  std::string planner;           // the contestant's label
  std::string failure;           // why there are no figures; empty = simulated
  ExitCode code = ExitCode::ok;  // the exit code of a run that fails like this
  Bytes excess = 0;              // bytes by which the plan is too large; 0 = not the failure
  Timing timing;
  Plan plan;
  Bytes spilled = 0;      // bytes of feature maps outside the fastest memory
  bool compiled = false;  // a compiled file: it has its own operators, and its plan is not known
  std::string compiler;   // compiler that wrote the file, if the file names it
  std::string command;    // simulates the contestant, or makes its file
  std::vector<std::string> warnings;  // warnings of the run
};

struct PlannerComparison {
  std::string network, target, mode;
  std::vector<PlannerScore> scores;  // fastest first, failures last; equal times in the order given
  std::optional<Cycles> bound;       // cycles that no plan can beat; Ethos-U only
  std::string lowering;              // lowering options that a planner chose; empty = none
  std::string choosers;              // the planners with these options; empty = all
  Target platform;                   // the resolved target of all contestants
  Network lowered;  // the network whose tensors the plans place; empty = nothing fits
  /// Each compiled file compared with the fastest other contestant, if both run.
  std::vector<CompiledDifference> differences;

  bool any_ran() const;
};

/// Simulates the contestants; everything else is as in `point`. The bound is that of `network`.
/// Each planner that chooses the format of feature maps makes its own choice (chosen_lowering.h);
/// the first planner that makes any other choice of the lowering makes it for all. A plan that
/// cannot be used is a score with a failure. Throws UserError(usage) if `network` is compiled, if a
/// compiled contestant has other inputs or outputs, or if all contestants fail with the same usage
/// error.
PlannerComparison compare_contestants(const Network& network, const DesignPoint& point,
                                      const std::vector<Contestant>& contestants);

/// Simulates `network` under the plan of each planner; everything else is as in `point`. Throws
/// UserError(usage) for compiled networks, whose files contain their plan.
PlannerComparison compare_planners(const Network& network, const DesignPoint& point,
                                   const std::vector<std::string>& planners);

/// The planners with the shares of the time in which the processor computed, waited for a memory,
/// or waited for a transfer.
Printout planner_ranking(const PlannerComparison& comparison);

}  // namespace spillway
