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

/// A file that the user names in an option, with the hash of its contents when it was read.
struct InputFile {
  std::string option, path, hash;
};

/// Everything that a user chooses besides the network. option_table.h maps the options of command
/// lines to the members.
struct DesignPoint {
  std::string target;
  TargetOptions target_options;
  bool target_of_file = false;  // whether as_compiled() has set the target
  bool mode_of_file = false;    // whether as_compiled() has set the memory mode
  std::vector<std::pair<std::string, Bytes>>
      reserved;         // bytes that plans must leave free, by memory
  std::string planner;  // empty = the default of the processor family
  PlannerOptions planner_options;
  std::string weight_policy;  // empty = `auto`
  // The memories for feature maps, or "split" if the family has such an arena; empty = those of the
  // memory mode.
  std::vector<std::string> arena;
  std::string weights;        // memory of constants; empty = that of the memory mode
  std::vector<PinRule> pins;  // fixed places of single tensors
  std::string plan_text;      // a plan that is used instead of a planner; empty = none
  std::string plan_source;
  std::string start_text;  // a plan that the planner tries to improve; empty = none
  std::string start_source;
  // Whether the plan of a compiled file must be recovered from its commands, because it is shown.
  bool plan_is_shown = true;
  // How many inferences run one after the other. The results are those of the last one.
  int runs = 1;
  Ideal ideal = Ideal::off;  // resources that take no time in the simulation
  // Weight ratios of single operators, for processors that read encoded weights.
  std::optional<WeightRatios> weight_ratios;
  FamilyOptions family_options;
  SimulationOptions simulation;
  // Names of the lowering options that with_chosen_lowering() has set.
  std::vector<std::string> chosen_options;
  std::vector<InputFile> inputs;  // files that options name; the file of the network is not listed
};

/// Everything that the simulation of a design point has computed, for reports.
struct PointResult {
  Target target;
  Network network;  // lowered for the target
  NetworkPlan plan;
  // Whether `plan` is the start that the user gave, because the planner's plan is not faster.
  bool from_start = false;
  // For compiled networks: the tensors that `plan` places, recovered from the program. If
  // DesignPoint::plan_is_shown is false, this is empty and `plan` has only its memories.
  std::optional<Network> recovered;
  FamilyOptions family_options;  // with the weight ratios of single operators
  Program program;
  Timing timing;         // timing of the last inference
  Cycles first_run = 0;  // cycles of the first inference, with cold memories

  /// Returns the network whose tensors `plan` places.
  const Network& planned_network() const { return recovered ? *recovered : network; }
};

/// Returns the target of the point, with the point's options applied. Throws UserError(usage) for a
/// name that the target does not have.
Target resolve_target(const DesignPoint& point);

/// Returns the planner that `point` names, or the default planner of its target.
std::string planner_of(const DesignPoint& point, const Target& target);

/// Returns the request that a planner gets: the memories of the target, those of them that feature
/// maps may use, and the planner's options.
PlanningRequest planning_request(const DesignPoint& point, const Target& target);

/// Returns the network lowered for the target of the point. Throws UserError.
const Network& lowered_for(const Network& network, const DesignPoint& point, PointCache& cache);

/// Plans without a simulation, with the lowering that the options of the point give. To get the
/// plan that run_point() makes, pass the result of with_chosen_lowering(). Throws CapacityError as
/// run_point() does, and UserError(usage) for compiled networks, because their files contain their
/// plan.
NetworkPlan plan_point(const Network& network, const DesignPoint& point, PointCache& cache);

/// Lowers, plans, schedules and simulates a network. If the point leaves the lowering open, its
/// planner may choose it (chosen_lowering.h). If the plan does not fit, throws CapacityError, a
/// UserError(run_failed) with required, available and excess bytes.
PointResult run_point(const Network& network, const DesignPoint& point);

/// Like run_point(network, point), but steps that several points have in common are done once and
/// kept in `cache`. Adds the processor time of each step to PointCache::times().
PointResult run_point(const Network& network, const DesignPoint& point, PointCache& cache);

/// Like run_point(), but with the lowering that the options of the point give; the planner does not
/// choose it.
PointResult run_as_given(const Network& network, const DesignPoint& point, PointCache& cache);

}  // namespace spillway
