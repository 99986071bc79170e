// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/last_used.h"
#include "planner/search/model_search.h"
#include "planner/search/simulated_plans.h"
#include "planner/search/stripes.h"

namespace spillway::search {

/// The plans that the search finds at a list of capacities of the fastest memory
/// (capacity_ladder()). At each capacity, the object makes, validates and simulates plans. The
/// plans depend on the network and the request, but neither on the requested capacity nor on plans
/// that are made outside this object. Requests that differ only in the requested capacity can
/// therefore share one object, in any order.
class LadderSearch {
 public:
  /// The fastest plan so far, made for one capacity of the list.
  struct Best {
    NetworkPlan planned;
    double cycles = 0;
    std::string origin;  // what made the plan, as text for the note to the user
  };

  /// Measures the costs of the network with the function `weights.timing`. If this function is not
  /// set, assumes the costs (assume_costs()).
  LadderSearch(Network network, const PlanningRequest& request, const WeightPlanning& weights);
  LadderSearch(const LadderSearch&) = delete;
  LadderSearch& operator=(const LadderSearch&) = delete;
  ~LadderSearch();

  /// Searches at all capacities of the list up to `capacity` at which this object has not searched
  /// before. The functions of `weights` simulate the plans; its `cycles` must be set. Returns the
  /// number of list elements up to `capacity`.
  std::size_t search_up_to(Bytes capacity, const WeightPlanning& weights);

  /// Returns the fastest plan for the lowest `rungs` capacities of the list; null = no plan was
  /// found.
  const Best* best(std::size_t rungs) const;
  /// Returns a note for users about the search at the lowest `rungs` capacities of the list: the
  /// rank correlation between the predicted and the simulated cycles of its plans.
  std::string note(std::size_t rungs) const;
  /// Returns the number of plans that this object simulated at the lowest `rungs` capacities of the
  /// list and that are not among the plans of `others`.
  std::int64_t plans_beside(const SimulatedPlans& others, std::size_t rungs) const;

 private:
  struct RungEnd {
    std::shared_ptr<const Best> best;  // the fastest plan at this capacity and all lower capacities
    std::size_t tried = 0;             // number of plans with predicted and simulated cycles
    std::int64_t simulated = 0;        // number of simulated plans
  };

  void search_at(const Rung& rung);
  SimulatedCycles consider_own(NetworkPlan bare, const char* origin);
  SimulatedCycles consider(const NetworkPlan& planned, const char* origin);
  void choose_own_constants();
  void run_in_stripes(bool anew);
  std::optional<NetworkPlan> fastest_of_rules(Bytes capacity);
  bool improves_rules(const Rung& rung) const;
  void improve_rules(Bytes capacity);
  std::int64_t plans_where(double budget_cycles) const;

  const Network network_;
  /// The argument `weights` of the running constructor or search_up_to(). The functions of
  /// `request_` call the functions of caller_weights_, which simulate plans.
  WeightPlanning caller_weights_;
  SimulatedPlans simulated_;
  PlanningRequest request_;
  const PlanningProblem problem_;
  NetworkCosts costs_;
  std::int64_t plans_per_rung_ = 0;
  std::vector<Bytes> for_weights_;  // capacities_for_weights()
  std::unique_ptr<ModelSearch> model_;
  std::vector<RungEnd> climbed_;

  std::shared_ptr<const Best> best_;
  std::shared_ptr<const Best> own_;  // the fastest plan of the search without stripes
  // The plan of own_ without copies of made-up constants (constants that lowering adds and that the
  // network's file does not contain).
  std::optional<NetworkPlan> own_bare_;
  bool own_striped_ = false;
  StripeHeights stripe_heights_;
  /// Operators that get copies of the made-up constants (constants that lowering adds and that the
  /// network's file does not contain).
  std::vector<std::int32_t> constants_for_;
};

/// Keeps the eight searches (LadderSearch objects) that were used last. The name of a search
/// contains everything on which the search depends.
class KeptSearches {
 public:
  /// Removes the search of this name and returns it; null if no search has the name.
  std::unique_ptr<LadderSearch> take(const std::string& name) {
    auto* const found = kept_.find(name);
    return found == nullptr ? nullptr : std::move(*found);
  }
  void keep(const std::string& name, std::unique_ptr<LadderSearch> search) {
    auto* const found = kept_.find(name);
    (found != nullptr ? *found : kept_.keep(name, nullptr)) = std::move(search);
  }

 private:
  // A search that was taken and not kept again leaves a null.
  LastUsed<std::unique_ptr<LadderSearch>> kept_{8};
};

}  // namespace spillway::search
