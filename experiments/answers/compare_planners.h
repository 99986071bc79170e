// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/answers/compiled_difference.h"
#include "experiments/answers/contestant.h"
#include "report/printout.h"

namespace spillway {

/// The result of one contestant of a comparison. A contestant is a planner, a plan or a compiled
/// file.
struct PlannerScore {
  // The contestant's label (contestant: a planner, plan or compiled file).
  std::string planner;
  // Why the planner, plan or file was not simulated; empty = simulated.
  std::string failure;
  ExitCode code = ExitCode::ok;  // exit code that the command `run` gives for `failure`
  // Bytes by which the plan exceeds the capacity of a memory; 0 if the failure has another reason.
  Bytes excess = 0;
  Timing timing;
  Plan plan;
  Bytes spilled = 0;  // bytes of feature maps outside the fastest memory
  // Whether the contestant is a compiled file. The operators in `timing` are then the compiler's
  // operators, and `plan` is empty.
  bool compiled = false;
  std::string compiler;  // compiler of the file, if the file names it
  // Shell command that simulates this planner, plan or compiled file; if the compiled file does not
  // exist yet, the shell command that writes this file.
  std::string command;
  std::vector<std::string> warnings;  // warnings of the run
};

struct PlannerComparison {
  std::string network, target, mode;
  // The results of all contestants (planners, plans and compiled files), the fastest first.
  // Contestants with equal times keep their order, and contestants that could not run come last.
  std::vector<PlannerScore> scores;
  std::optional<Cycles> bound;  // lower bound of the cycles of any plan; only for Ethos-U
  std::string lowering;         // lowering options of all, or of the first chooser; empty = none
  std::string choosers;         // planners that chose for themselves; empty = `lowering` is of all
  Target platform;              // resolved target of all compared planners and files
  // The lowered network, whose tensors the plans place; empty if no planner or plan could run.
  Network lowered;
  /// For each compiled file: why its time differs from that of the fastest plan. A file has no
  /// entry if the file could not run, if it is not written yet, or if no plan could run.
  std::vector<CompiledDifference> differences;

  bool any_ran() const;
};

/// Simulates all contestants (planners, plans and compiled files), each with the options of its own
/// design point. `point` gives the target and the options of the lower bound. Planners may choose
/// options of the lowering (chosen_lowering.h):
/// * The options of chosen_npu_options(), such as the format of feature maps: each planner that can
///   choose these options chooses its own values.
/// * All other options: the first planner that can choose decides for all planners.
/// * If a contestant has a plan from a file, no planner chooses options.
///
/// A contestant that cannot run has a score with a failure. Throws UserError(usage) if `network` is
/// compiled, if a compiled contestant is not compiled or has other inputs or outputs than
/// `network`, if an option has no effect on any contestant, or if all contestants fail with the
/// same usage error.
PlannerComparison compare_contestants(const Network& network, const DesignPoint& point,
                                      const std::vector<Contestant>& contestants);

/// Simulates `network` once per planner; all other options are those of `point`. Throws
/// UserError(usage) if the network is compiled, because a compiled file already contains its plan.
PlannerComparison compare_planners(const Network& network, const DesignPoint& point,
                                   const std::vector<std::string>& planners);

/// Returns a table of the compared planners, plans and compiled files: time, memory, and the shares
/// of the time in which the processor computes, waits for memories, or waits for transfers.
Printout planner_ranking(const PlannerComparison& comparison);

}  // namespace spillway
