// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/answers/compiled_difference.h"
#include "experiments/answers/contestant.h"
#include "report/printout.h"

namespace spillway {

/// The result of one contestant: a planner, a plan or a compiled file.
struct PlannerScore {
  std::string planner;           // the contestant's label
  std::string failure;           // why the contestant was not simulated; empty = it was
  ExitCode code = ExitCode::ok;  // the exit code of a run that fails like this
  // Bytes by which the plan exceeds a memory; 0 if the failure has another reason.
  Bytes excess = 0;
  Timing timing;
  Plan plan;
  Bytes spilled = 0;  // bytes of feature maps outside the fastest memory
  // Whether this is a compiled file. Its operators are those of the compiler, and its plan is
  // unknown.
  bool compiled = false;
  std::string compiler;               // compiler of the file, if the file names it
  std::string command;                // command that simulates the contestant, or makes its file
  std::vector<std::string> warnings;  // warnings of the run
};

struct PlannerComparison {
  std::string network, target, mode;
  // Fastest first; equal times in the order of the contestants; failures last.
  std::vector<PlannerScore> scores;
  std::optional<Cycles> bound;  // cycles that no plan can beat; Ethos-U only
  std::string lowering;         // options of the lowering that planners chose; empty = none
  std::string choosers;         // planners that run with the options in `lowering`; empty = all
  Target platform;              // the resolved target of all contestants
  // The lowered network, whose tensors the plans place; empty if no contestant could run.
  Network lowered;
  /// For each compiled file: how it differs from the fastest plan. A file is missing here if the
  /// file or all plans could not run.
  std::vector<CompiledDifference> differences;

  bool any_ran() const;
};

/// Simulates all contestants, with the options of `point` except those that a contestant sets. If
/// planners can choose the format of feature maps, each of them chooses it for itself
/// (chosen_lowering.h). Any other choice of the lowering is made by the first planner that can
/// choose, and holds for all planners. The bound is that of `network`. A contestant that cannot run
/// has a score with a failure. Throws UserError(usage) if `network` is compiled, if a compiled
/// contestant has other inputs or outputs, or if all contestants fail with the same usage error.
PlannerComparison compare_contestants(const Network& network, const DesignPoint& point,
                                      const std::vector<Contestant>& contestants);

/// Simulates `network` once per planner, with the other options of `point`. Throws UserError(usage)
/// if the network is compiled, because its file contains the plan.
PlannerComparison compare_planners(const Network& network, const DesignPoint& point,
                                   const std::vector<std::string>& planners);

/// Returns a table of the contestants: time, memory, and the shares of the time in which the
/// processor computes, waits for memories, or waits for transfers.
Printout planner_ranking(const PlannerComparison& comparison);

}  // namespace spillway
