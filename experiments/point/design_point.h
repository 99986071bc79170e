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

/// A file that the user names in an option, or a file on which the user's target file is based,
/// with the hash of its contents when it was read.
struct InputFile {
  std::string option, path, hash;
};

/// A complete configuration of a simulation: all options, but not the network. option_table.h maps
/// options of the command line to the members.
struct DesignPoint {
  std::string target;
  TargetOptions target_options;
  bool target_of_file = false;  // whether as_compiled() has set the target
  bool mode_of_file = false;    // whether as_compiled() has set the memory mode
  // For each named memory, the bytes that plans must leave free.
  std::vector<std::pair<std::string, Bytes>> reserved;
  std::string planner;  // name of the planner; empty = the default, see planner_of()
  PlannerOptions planner_options;
  std::string weight_policy;  // how weights reach the processor; empty = `auto`
  // The memories for feature maps, or "split" if the family has an arena that is split over two
  // memories; empty = the memories of the memory mode.
  std::vector<std::string> arena;
  std::string weights;        // memory of constants; empty = the memory that the memory mode names
  std::vector<PinRule> pins;  // the user's rules for the places of single tensors
  std::string plan_text;      // text of a plan that is used instead of a planner; empty = none
  std::string plan_source;
  std::string start_text;  // text of a plan that the planner's plan must beat; empty = none
  std::string start_source;
  // Whether the results show the plan of a compiled file. If so, the plan is recovered from the
  // commands of the file.
  bool plan_is_shown = true;
  // Number of inferences that run one after the other. The results are those of the last inference.
  int runs = 1;
  Ideal ideal = Ideal::off;  // resources that take no time in the simulation
  // Weight ratios of single operators, for processors that read encoded weights.
  std::optional<WeightRatios> weight_ratios;
  FamilyOptions family_options;
  SimulationOptions simulation;
  // Names of the lowering options that with_chosen_lowering() has set.
  std::vector<std::string> chosen_options;
  std::vector<InputFile> inputs;  // files that options name, without the file of the network
};

/// Everything that the simulation of a design point has computed, for reports.
struct PointResult {
  Target target;
  Network network;  // the network, lowered for the target
  NetworkPlan plan;
  // Whether `plan` is the plan that the user gave as a start, because the planner's plan is slower
  // or does not fit.
  bool from_start = false;
  // For compiled networks: the tensors that `plan` places, recovered from the commands. Empty if
  // DesignPoint::plan_is_shown is false; `plan` then has only its memories.
  std::optional<Network> recovered;
  // Options of the processor family, with the weight ratios of single operators. For compiled
  // networks, the defaults.
  FamilyOptions family_options;
  Program program;
  Timing timing;         // timing of the last inference
  Cycles first_run = 0;  // cycles of the first inference: empty caches, closed DRAM rows

  /// Returns the network whose tensors `plan` places.
  const Network& planned_network() const { return recovered ? *recovered : network; }
};

/// Returns the target that `point` names, with the options of `point` applied. Throws
/// UserError(usage) if an option names a system configuration, memory mode or memory that the
/// target does not have.
Target resolve_target(const DesignPoint& point);

/// Returns the name of the planner that `point` names, or of the default planner of its target. If
/// the default planner supports one memory only and `point` names several memories, the default is
/// `belady`; if it does not support the pins of `point`, the default is `cadence-greedy`.
std::string planner_of(const DesignPoint& point, const Target& target);

/// Returns the request for a planner: the memories of the target, the memories that feature maps
/// may use, and the planner's options.
PlanningRequest planning_request(const DesignPoint& point, const Target& target);

/// Returns the network lowered for the target of the point. Throws UserError if the network cannot
/// run on the target.
const Network& lowered_for(const Network& network, const DesignPoint& point, PointCache& cache);

/// Makes a plan without a simulation. Lowers the network as the options of the point say. To get
/// the same plan as run_point(), pass the result of with_chosen_lowering() as `point`. Throws
/// CapacityError if the plan does not fit, and UserError(usage) for compiled networks, because
/// their files contain their plan.
NetworkPlan plan_point(const Network& network, const DesignPoint& point, PointCache& cache);

/// Lowers, plans, schedules and simulates a network. If the point leaves options of the lowering
/// open, the planner may choose these options (chosen_lowering.h). If there is no plan that fits,
/// throws CapacityError, a UserError(run_failed); for a memory that is too small, its message has
/// required, available and excess bytes.
PointResult run_point(const Network& network, const DesignPoint& point);

/// Runs a point as run_point(network, point) does. Results of steps that several points have in
/// common are kept in `cache`. Adds the processor time of each step to PointCache::times().
PointResult run_point(const Network& network, const DesignPoint& point, PointCache& cache);

/// Runs a point like run_point(), but lowers the network exactly as the options of the point say.
/// The planner does not choose options of the lowering.
PointResult run_as_given(const Network& network, const DesignPoint& point, PointCache& cache);

}  // namespace spillway
