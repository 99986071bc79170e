// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "experiments/point/design_point.h"
#include "experiments/point/plan_times.h"
#include "planner/search/ladder_climb.h"
#include "planner/weight_policy.h"
#include "sim/simulate.h"

namespace spillway {

/// Processor time that the steps of design points took.
struct StepTimes {
  double lower = 0, plan = 0, schedule = 0, simulate = 0;  // seconds
};

/// The target with what the options of its family say of its processor.
Target with_family_options(Target target, const DesignPoint& point);

/// Takes the bytes that the point reserves off the capacities, down to nothing.
Target with_reserved(Target target, const DesignPoint& point);

/// Steps that design points have in common, done once: a target is read once for all capacities,
/// and a network lowered once for all that share such a target and the options of lowering.
/// Lowering is given the target with the capacities of its memory mode, so it cannot depend on
/// those of a point. For one process; results never depend on what was asked before.
class PointCache {
 public:
  /// As resolve_target(point).
  Target target(const DesignPoint& point);

  /// The same before capacities, reserved room and options of its family, of which nothing is
  /// copied.
  const Target& target_without_limits(const DesignPoint& point);

  /// As lower() for the point's target and options, its constants being in memory `constants`.
  /// `network` is told apart by its address and must live as long as the cache.
  const Network& lowered(const Network& network, const DesignPoint& point, MemoryIndex constants);

  /// As simulate(target, program), `target` being that of the point.
  Timing simulated(const DesignPoint& point, const Target& target, const Program& program);
  /// The same as far as simulate_within().
  std::optional<Timing> simulated_within(const Deadline& deadline, const DesignPoint& point,
                                         const Target& target, const Program& program);
  /// Many points will be simulated, and programs of neighbouring points begin alike: from now on a
  /// simulation is restored from where its program first differs from one of the last few
  /// (simulate_after_alike()). For a few programs the snapshots cost more than they save.
  void expect_many() { many_ = true; }
  /// How many simulations there were.
  std::size_t simulations() const { return simulations_; }

  /// As make(), which knows what the operators of a network need at the point whose
  /// names_of_schedule() and memories `name` says; those of the last one are kept, with the slices
  /// that were looked at.
  const WeightNeeds& weight_needs(const std::string& name,
                                  const std::function<WeightNeeds()>& make);

  /// Plans that were simulated for what a planner wants to know of them.
  PlanTimes& plan_times() { return plan_times_; }
  /// Names what schedule() depends on at `point` besides the plan, for plan_times(). `network` as
  /// it was read, which must live as long as the cache.
  static std::string names_of_schedule(const Network& network, const DesignPoint& point);

  /// What planners that search found at points that differ in the capacity of one memory.
  search::KeptClimbs& climbs() { return climbs_; }

  StepTimes& times() { return times_; }

 private:
  using LoweredKey = std::tuple<const Network*, std::string, std::string>;  // stage_key() of both

  std::map<std::string, Target> targets_;  // by stage_key(), before capacities
  std::map<LoweredKey, Network> lowered_;
  std::string needs_name_;
  WeightNeeds needs_;
  bool many_ = false;
  std::size_t simulations_ = 0;
  PlanTimes plan_times_;
  search::KeptClimbs climbs_;
  StepTimes times_;
};

}  // namespace spillway
