// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "planner/latency/cascade_choice.h"
#include "planner/latency/network_model.h"
#include "planner/search_watch.h"

namespace spillway::latency {

/// How much a search may do; all of it is counted, nothing timed.
struct SearchEffort {
  std::int64_t simulations = 0;  // of plans that it makes itself
  std::int64_t moves = 120'000;  // of the first annealing
};

/// Looks for fast plans with the fluid model as its guide: anneals without cascades, with those
/// that promise most and with changes of these, then changes the best plan found one object at a
/// time, what the model likes best first. Every plan that it makes is offered, which tells its
/// cycles (infinite = it is not valid).
class ModelSearch {
 public:
  using Offer = std::function<double(NetworkPlan planned, const char* origin)>;

  /// References must live as long.
  ModelSearch(const Network& network, const PlanningRequest& request,
              const PlanningProblem& problem, const NetworkCosts& costs, Offer offer,
              SearchEffort effort);

  /// `best` is the fastest plan known, of `cycles`; where it has neither copies nor cascades, the
  /// search starts from it too.
  void run(const Plan& best, double cycles);

  /// Of what the fluid model said and what the plans took.
  double rank_correlation() const;
  std::size_t plans() const { return seen_.size(); }

 private:
  struct Found {
    std::shared_ptr<const NetworkModel> model;
    Selection selection;
    double cycles = 0;
  };

  void search_cascades(const Found& whole);
  void change_objects();
  std::optional<Found> search_model(std::vector<ModelCascade> cascades, std::int64_t moves);
  Found anneal_from(const std::shared_ptr<const NetworkModel>& model,
                    const std::vector<Selection>& starts, std::int64_t moves, double capacity = 1);
  double try_plan(const NetworkModel& model, const Selection& selection, double predicted,
                  const char* origin);
  void keep(const Found& found);
  bool spent() const { return tried_ >= effort_.simulations || !search_goes_on({tried_, 0, 0}); }

  const Network& network_;
  const PlanningRequest& request_;
  const PlanningProblem& problem_;
  const NetworkCosts& costs_;
  Offer offer_;
  SearchEffort effort_;
  std::int64_t tried_ = 0;
  std::optional<Found> best_;
  std::vector<std::pair<double, double>> seen_;  // predicted, simulated
};

/// The plan of dynamic programming alone: maps for life in one memory, weights as `policy` has
/// them in the room that is left. Nothing is simulated but by the policy.
std::optional<NetworkPlan> plan_by_frontier(const Network& network, const PlanningRequest& request,
                                            const PlanningProblem& problem,
                                            const NetworkCosts& costs, const char* policy);

}  // namespace spillway::latency
