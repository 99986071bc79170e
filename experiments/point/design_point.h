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

/// A file that an option of a point named, as it was when it was read.
struct InputFile {
  std::string option, path, hash;
};

/// One combination of everything that a user chooses besides the network. option_table.h says what
/// command lines call its members.
struct DesignPoint {
  std::string target;
  TargetOptions target_options;
  bool target_of_file = false;  // as_compiled() took the target from the network's file
  bool mode_of_file = false;    // and the memory mode
  std::vector<std::pair<std::string, Bytes>> reserved;  // by memory: what plans must leave
  std::string planner;                                  // empty = the family's default
  PlannerOptions planner_options;
  std::string weight_policy;       // empty = auto
  std::vector<std::string> arena;  // memories for feature maps, or "split" where the family has
                                   // such an arena; empty = the memory mode's
  std::string weights;             // memory of constants; empty = the memory mode's
  std::vector<PinRule> pins;       // places of single tensors
  std::string plan_text;           // a plan made elsewhere instead of a planner's; empty = none
  std::string plan_source;
  std::string start_text;  // a plan that the planner tries to beat; empty = none
  std::string start_source;
  bool plan_is_shown = true;                  // false: compiled files need not show theirs
  int runs = 1;                               // inferences in a row; figures are of the last
  Ideal ideal = Ideal::off;                   // what the run takes to cost nothing
  std::optional<WeightRatios> weight_ratios;  // of single operators, where weights are encoded
  FamilyOptions family_options;
  SimulationOptions simulation;
  // Names of options of the lowering that a planner chose (with_chosen_lowering()).
  std::vector<std::string> chosen_options;
  std::vector<InputFile> inputs;  // of options that name files, besides the network
};

/// Everything that a run of one design point made on its way, for reports.
struct PointResult {
  Target target;
  Network network;  // as lowered for the target
  NetworkPlan plan;
  bool from_start = false;  // `plan` is the start of the point, because the planner's is not faster
  std::optional<Network> recovered;  // compiled networks: what `plan` places, as the program shows;
                                     // none, and of `plan` the memories only, unless it is shown
  FamilyOptions family_options;      // with the ratios of single operators
  Program program;
  Timing timing;         // of the last inference
  Cycles first_run = 0;  // cycles of the first inference, from cold memories

  /// The network whose tensors `plan` places.
  const Network& planned_network() const { return recovered ? *recovered : network; }
};

/// The target with its options applied. Throws UserError(usage) for names it does not have.
Target resolve_target(const DesignPoint& point);

/// The planner that `point` names, or the default of its target.
std::string planner_of(const DesignPoint& point, const Target& target);

/// What the planner is asked: the memories of the target and which of them feature maps may use.
PlanningRequest planning_request(const DesignPoint& point, const Target& target);

/// The network as lowered for the point's target. Throws UserError.
const Network& lowered_for(const Network& network, const DesignPoint& point, PointCache& cache);

/// The plan alone, with the lowering that the point's options say: of with_chosen_lowering(), where
/// it is to be that of run_point(). Throws CapacityError as run_point() does, and UserError(usage)
/// for compiled networks, which bring their plan.
NetworkPlan plan_point(const Network& network, const DesignPoint& point, PointCache& cache);

/// Lowers as the point's planner chooses (chosen_lowering.h), plans, schedules and simulates.
/// Throws UserError(run_failed) for a plan that does not fit, with required, available and excess
/// bytes.
PointResult run_point(const Network& network, const DesignPoint& point);

/// The same, with steps that points have in common taken from `cache`, which also adds up times.
PointResult run_point(const Network& network, const DesignPoint& point, PointCache& cache);

/// The same with the lowering that the point's options say, without any choice of the planner's.
PointResult run_as_given(const Network& network, const DesignPoint& point, PointCache& cache);

}  // namespace spillway
