// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "planner/search/model_search.h"
#include "planner/search/simulated_plans.h"
#include "planner/search/stripes.h"

namespace spillway::search {

/// What the search itself finds on the ladder of capacities. It depends on the network and on the
/// request, but neither on the capacity of the fastest memory nor on plans of other planners: on
/// every rung the plans are made, checked and simulated in the memory of that rung. So requests
/// that differ in this capacity alone can share one climb, in any order.
class LadderClimb {
 public:
  /// Made for the memory of a rung.
  struct Best {
    NetworkPlan planned;
    double cycles = 0;
    std::string origin;
  };

  /// Measures the costs of the network by `weights`, as climb_to() simulates.
  LadderClimb(Network network, const PlanningRequest& request, const WeightPlanning& weights);
  LadderClimb(const LadderClimb&) = delete;
  LadderClimb& operator=(const LadderClimb&) = delete;
  ~LadderClimb();

  /// About the plans on every rung that has little room.
  std::int64_t plans_per_rung() const { return plans_per_rung_; }

  /// Climbs the rungs up to `capacity` that were not climbed before. Plans are simulated by the
  /// functions of `weights`, whose `cycles` must be there. Returns how many rungs lie up to there.
  std::size_t climb_to(Bytes capacity, const WeightPlanning& weights);

  /// The fastest plan of the first `rungs`; null where they have none.
  const Best* best(std::size_t rungs) const;
  /// What the note of a plan says of the first `rungs`.
  std::string note(std::size_t rungs) const;
  /// How many plans were simulated on the first `rungs` that `others` have not.
  std::int64_t plans_beside(const SimulatedPlans& others, std::size_t rungs) const;

 private:
  struct RungEnd {
    std::shared_ptr<const Best> best;  // so far
    std::size_t tried = 0;             // plans of the model, for the rank correlation
    std::int64_t simulated = 0;        // plans
  };

  SimulatedCycles consider_own(NetworkPlan bare, const char* origin);
  SimulatedCycles consider(const NetworkPlan& planned, const char* origin);
  void choose_own_constants();
  void run_in_stripes(bool anew);
  std::int64_t plans_where(double cycles_in_all) const;

  const Network network_;
  WeightPlanning asked_;  // whose functions simulate; those of `request_` go to them
  SimulatedPlans simulated_;
  PlanningRequest request_;
  const PlanningProblem problem_;
  NetworkCosts costs_;
  std::int64_t plans_per_rung_ = 0;
  std::unique_ptr<ModelSearch> model_;
  std::vector<RungEnd> climbed_;

  std::shared_ptr<const Best> best_;
  std::shared_ptr<const Best> own_;      // without those in stripes
  std::optional<NetworkPlan> own_bare_;  // of it, without copies of constants
  bool own_striped_ = false;
  StripeHeights stripe_heights_;
  std::vector<std::int32_t> constants_for_;  // operators whose made-up constants are fetched
};

/// The eight climbs that were asked for last, each by a name of everything that it depends on.
class KeptClimbs {
 public:
  /// No longer kept; null where there is none of this name.
  std::unique_ptr<LadderClimb> take(const std::string& name);
  void keep(const std::string& name, std::unique_ptr<LadderClimb> climb);

 private:
  static constexpr std::size_t most = 8;

  std::list<std::pair<std::string, std::unique_ptr<LadderClimb>>> kept_;  // the last one first
};

}  // namespace spillway::search
