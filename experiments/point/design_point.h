// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/point/weight_ratios.h"
#include "hwmodels/plan_choices.h"
#include "hwmodels/program.h"
#include "hwmodels/target/family_options.h"
#include "hwmodels/target/ideal_target.h"
#include "hwmodels/target/select_target.h"
#include "sim/simulate.h"
#include "traces/network.h"

namespace spillway {

class PointCache;

/// A file that an option of a point names, with its hash at the time of reading.
struct InputFile {
  std::string option, path, hash;
};

/// One combination of everything that a user chooses besides the network. option_table.h gives the
/// members the names that command lines use.
struct DesignPoint {
  std::string target;
  TargetOptions target_options;
  bool target_of_file = false;  // as_compiled() took the target from the network's file
  bool mode_of_file = false;    // as_compiled() took the memory mode, too
  std::vector<std::pair<std::string, Bytes>>
      reserved;         // by memory: bytes that plans must leave free
  std::string planner;  // empty = the family's default
  PlannerOptions planner_options;
  std::string weight_policy;       // empty = auto
  std::vector<std::string> arena;  // memories for feature maps, or "split" if the family has such
                                   // an arena; empty = the memory mode's
  std::string weights;             // memory of constants; empty = the memory mode's
  std::vector<PinRule> pins;       // fixed places of single tensors
  std::string plan_text;           // a given plan, used instead of a planner's; empty = none
  std::string plan_source;
  std::string start_text;  // a plan that the planner tries to beat; empty = none
  std::string start_source;
  bool plan_is_shown = true;  // false: the plan of a compiled file need not be recovered
  int runs = 1;               // inferences in sequence; figures are those of the last one
  Ideal ideal = Ideal::off;   // which resources cost no time in the run
  std::optional<WeightRatios> weight_ratios;  // ratios of single operators, if weights are encoded
  FamilyOptions family_options;
  SimulationOptions simulation;
  // Names of lowering options that with_chosen_lowering() set.
  std::vector<std::string> chosen_options;
  std::vector<InputFile> inputs;  // files that options name; the network is not among them
};

/// All intermediate and final results of one design point, for reports.
struct PointResult {
  Target target;
  Network network;  // as lowered for the target
  NetworkPlan plan;
  bool from_start = false;  // `plan` is the point's start plan, because the planner's is not faster
  // For compiled networks: the tensors that `plan` places, recovered from the program. Without
  // plan_is_shown there are none, and `plan` has only its memories.
  std::optional<Network> recovered;
  FamilyOptions family_options;  // options with the weight ratios of single operators
  Program program;
  Timing timing;         // timing of the last inference
  Cycles first_run = 0;  // cycles of the first inference, with cold memories

  /// The network whose tensors `plan` places.
  const Network& planned_network() const { return recovered ? *recovered : network; }
};

/// The target with its options applied. Throws UserError(usage) for names that it does not have.
Target resolve_target(const DesignPoint& point);

/// The planner that `point` names, or the default of its target.
std::string planner_of(const DesignPoint& point, const Target& target);

/// The request for the planner: the memories of the target, which of them feature maps may use, and
/// the options.
PlanningRequest planning_request(const DesignPoint& point, const Target& target);

/// The network as lowered for the point's target. Throws UserError.
const Network& lowered_for(const Network& network, const DesignPoint& point, PointCache& cache);

/// Only plans, with the lowering that the point's options give. To get the plan of run_point(),
/// call it with the result of with_chosen_lowering(). Throws CapacityError as run_point() does, and
/// UserError(usage) for compiled networks, whose files contain their plan.
NetworkPlan plan_point(const Network& network, const DesignPoint& point, PointCache& cache);

/// Lowers the network as the point's planner chooses (chosen_lowering.h), plans, schedules and
/// simulates. Throws CapacityError, a UserError(run_failed) with required, available and excess
/// bytes, if the plan does not fit.
PointResult run_point(const Network& network, const DesignPoint& point);

/// The same, but takes steps that points have in common from `cache`, and adds the times of the
/// steps to it.
PointResult run_point(const Network& network, const DesignPoint& point, PointCache& cache);

/// The same with the lowering that the point's options give, without a choice by the planner.
PointResult run_as_given(const Network& network, const DesignPoint& point, PointCache& cache);

}  // namespace spillway
