// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "experiments/point/design_point.h"
#include "experiments/point/plans/plan_times.h"
#include "planner/search/ladder_climb.h"
#include "planner/weight_policy.h"
#include "sim/simulate.h"

namespace spillway {

/// The processor time that each step took, summed over design points.
struct StepTimes {
  double lower = 0, plan = 0, schedule = 0, simulate = 0;  // seconds
};

/// Applies the options of the target's family to its processor.
Target with_family_options(Target target, const DesignPoint& point);

/// Subtracts the bytes that the point reserves from the capacities, which stay at least 0.
Target with_reserved(Target target, const DesignPoint& point);

/// Does steps that design points have in common only once: a target is read once for all
/// capacities, and a network is lowered once for all points with the same target and lowering
/// options. The lowering sees the capacities of the memory mode, so it cannot depend on those of a
/// point. For use in one process. Results never depend on earlier calls.
class PointCache {
 public:
  /// The same as resolve_target(point).
  Target target(const DesignPoint& point);

  /// The target before capacities, reserved bytes and family options are applied; returned by
  /// reference, without a copy.
  const Target& target_without_limits(const DesignPoint& point);

  /// The same as lower() for the point's target and options, with constants in memory `constants`.
  /// `network` is identified by its address and must outlive the cache.
  const Network& lowered(const Network& network, const DesignPoint& point, MemoryIndex constants);

  /// The same as simulate(target, program); `target` must be that of the point.
  Timing simulated(const DesignPoint& point, const Target& target, const Program& program);
  /// The same with a deadline, as simulate_within().
  std::optional<Timing> simulated_within(const Deadline& deadline, const DesignPoint& point,
                                         const Target& target, const Program& program);
  /// Announces that many points will be simulated. Programs of neighbouring points have equal
  /// beginnings, so from now on a simulation restores a snapshot of a recent one from where the
  /// programs first differ (simulate_after_alike()). For a few programs the snapshots would cost
  /// more than they save.
  void expect_many() { many_ = true; }
  /// The number of simulations so far.
  std::size_t simulations() const { return simulations_; }

  /// Returns the result of make(), the weight needs of a network's operators. `name` must identify
  /// names_of_schedule() and the memories. Only the last result is kept, with the slices that it
  /// has computed on demand.
  const WeightNeeds& weight_needs(const std::string& name,
                                  const std::function<WeightNeeds()>& make);

  /// Times of plans that were simulated to answer a planner's questions.
  PlanTimes& plan_times() { return plan_times_; }
  /// Identifies everything except the plan that schedule() depends on at `point`, for plan_times().
  /// `network` is the network as read; it must outlive the cache.
  static std::string names_of_schedule(const Network& network, const DesignPoint& point);

  /// Results of searching planners at points that differ in the capacity of one memory.
  search::KeptClimbs& climbs() { return climbs_; }

  StepTimes& times() { return times_; }

 private:
  using LoweredKey = std::tuple<const Network*, std::string,
                                std::string>;  // the stage_key() of target and lowering

  std::map<std::string, Target> targets_;  // by stage_key(), before capacities are applied
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
