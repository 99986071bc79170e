// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "base/last_used.h"
#include "experiments/point/design_point.h"
#include "experiments/point/plans/plan_times.h"
#include "planner/search/ladder_search.h"
#include "planner/weight_policy.h"
#include "sim/simulate.h"

namespace spillway {

/// The processor time of each step of a run in seconds, summed over all design points.
struct StepTimes {
  double lower = 0, plan = 0, schedule = 0, simulate = 0;
};

/// Returns `target` with the family options of `point` applied to its processor.
Target with_family_options(Target target, const DesignPoint& point);

/// Returns `target` with its capacities reduced by the bytes that the point reserves. If a point
/// reserves more bytes than a memory has, the capacity is 0.
Target with_reserved(Target target, const DesignPoint& point);

/// Keeps results of steps that several design points have in common. A target is read once for all
/// capacities. A network is lowered once for all points with equal targets and lowering options;
/// the lowering therefore uses the capacities of the memory mode and not those of a point. Results
/// never depend on earlier calls. Each process has its own cache.
class PointCache {
 public:
  /// Returns resolve_target(point).
  Target target(const DesignPoint& point);

  /// Returns a reference to the point's target before capacities, reserved bytes and family options
  /// of the point are applied.
  const Target& target_without_limits(const DesignPoint& point);

  /// Returns the network lowered for the point's target and options, with constants in memory
  /// `constants`. The cache identifies `network` by its address, so the network must outlive the
  /// cache.
  const Network& lowered(const Network& network, const DesignPoint& point, MemoryIndex constants);

  /// Returns simulate(target, program). `target` must be the target of `point`.
  Timing simulated(const DesignPoint& point, const Target& target, const Program& program);
  /// Returns simulate_within() of the program and `deadline`: nothing if the program exceeds the
  /// deadline. `target` must be the target of `point`.
  std::optional<Timing> simulated_within(const Deadline& deadline, const DesignPoint& point,
                                         const Target& target, const Program& program);
  /// Announces that many similar points will follow. In families with
  /// ProcessorFamily::begins_alike, programs of consecutive points begin with equal commands. Each
  /// simulation then continues from a snapshot of an earlier simulation, taken before the first
  /// command in which the two programs differ (simulate_after_alike()). For few points, snapshots
  /// cost more time than they save.
  void expect_many() { many_ = true; }
  /// Returns the number of simulations that were run so far.
  std::size_t simulations() const { return simulations_; }

  /// Returns the weight needs of the operators of a network: how each operator can read its
  /// weights. If `name` is not the name of the last call, `make` computes the weight needs. `name`
  /// must contain names_of_schedule() and the memories, because the weight needs depend on both.
  /// Only the result of the last call is stored, with the weight slices that were computed on
  /// demand.
  const WeightNeeds& weight_needs(const std::string& name,
                                  const std::function<WeightNeeds()>& make);

  /// Returns the times of the plans that were simulated for planners.
  PlanTimes& plan_times() { return plan_times_; }
  /// Returns a text that identifies everything on which schedule() depends at `point`, except the
  /// plan. The text is part of the keys of PlanTimes. `network` is the network as it was read, and
  /// must outlive the cache; `lowered` is the lowered network. Points whose lowering options
  /// differ, but give the same lowered network, can have the same text.
  std::string names_of_schedule(const Network& network, const Network& lowered,
                                const DesignPoint& point);

  /// Returns the stored results of planners that search. A search can reuse the results of a point
  /// that differs only in the capacity of one memory.
  search::KeptSearches& kept_searches() { return kept_searches_; }

  /// Returns what a family's planner has stored under `name`; empty if nothing is stored yet.
  std::any& kept_for_planner(const std::string& name);

  /// Returns the last plans of planners that simulate their plans, such as `search`. The key of a
  /// plan is the result of name_of_plan().
  LastUsed<NetworkPlan>& kept_plans() { return kept_plans_; }

  StepTimes& times() { return times_; }

 private:
  // The address of the network, and the stage_key() of the stages `target` and `lower`.
  using LoweredKey = std::tuple<const Network*, std::string, std::string>;

  // Targets before capacities are applied; the key is stage_key().
  std::map<std::string, Target> targets_;
  std::map<LoweredKey, Network> lowered_;
  std::string needs_name_;
  WeightNeeds needs_;
  bool many_ = false;
  std::size_t simulations_ = 0;
  PlanTimes plan_times_;
  search::KeptSearches kept_searches_;
  static constexpr std::size_t most_kept = 32;
  LastUsed<std::any> kept_for_planner_{most_kept};
  LastUsed<NetworkPlan> kept_plans_{most_kept};
  // A number for each list of operators of a lowered network. names_of_schedule() writes this
  // number instead of the list, which is the key.
  std::map<std::string, std::size_t> operators_;
  StepTimes times_;
};

}  // namespace spillway
