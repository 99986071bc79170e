// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "planner/search/cascade_choice.h"
#include "planner/search/move_batch.h"
#include "planner/search/network_model.h"
#include "planner/search/random.h"
#include "planner/search_watch.h"

namespace spillway::search {

/// Planners that choose by bytes, use or order: what they make of a capacity is a start, and of
/// less memory a plan for more.
constexpr std::array<const char*, 4> rules = {"cadence-position", "belady", "banked-greedy",
                                              "vela-spill"};

/// How much a search may do at one capacity; all of it is counted, nothing timed.
struct SearchEffort {
  std::int64_t plans = 0;  // that are made and simulated
  std::int64_t operators = 0;
  /// Of the longest annealing; few enough that a signal ends the search soon. A move may alter all
  /// operators that follow, so that long networks get fewer.
  std::int64_t moves() const {
    constexpr std::int64_t fewest = 500, most_steps = 16'000'000;
    const std::int64_t moves = 7'500 + 500 * std::min<std::int64_t>(plans, 100);
    return std::min(moves, std::max(fewest, most_steps / std::max<std::int64_t>(1, operators)));
  }
};

/// Iterations of searches for addresses by other planners, whose plans are tried again and again.
inline std::int64_t iterations_of_rules(const PlanningProblem& problem) {
  constexpr std::int64_t most = 1'000, fewest = 50, placements = 2'000'000;
  const auto buffers = static_cast<std::int64_t>(problem.buffers.size());
  return std::clamp(placements / std::max<std::int64_t>(1, buffers), fewest, most);
}

/// Looks for fast plans with the fluid model as its guide: anneals without cascades, with those
/// that promise most and with changes of these, then changes the best plan found, several objects
/// at a time that do not meet, what the model likes best first. Every plan that it makes is
/// offered, which tells its cycles (infinite = it is not valid).
class ModelSearch {
 public:
  using Offer = std::function<SimulatedCycles(NetworkPlan planned, const char* origin)>;

  /// References must live as long. `plans` are made and simulated at every capacity, some more
  /// where it looks for cascades, and `plans_where_roomy` where more than half of the maps fit.
  ModelSearch(const Network& network, const PlanningRequest& request,
              const PlanningProblem& problem, const NetworkCosts& costs, Offer offer,
              std::int64_t plans, std::int64_t plans_where_roomy);

  /// Goes on with so much fast memory, at least what it had before; with `cascades` it also starts
  /// afresh and looks for other cascades. What it finds depends on the capacities that it was given
  /// so far and on nothing that others offer.
  void climb(Bytes capacity, bool cascades);

  /// Of what the fluid model said and what the first `plans` took.
  double rank_correlation(std::size_t plans) const;
  std::size_t plans() const { return seen_.size(); }

 private:
  /// A model and the selections of it that were simulated.
  struct Ground {
    NetworkModel model;
    std::unordered_set<std::uint64_t> known;  // their keys
  };
  struct Found {
    std::shared_ptr<Ground> ground;
    Selection selection;
    double cycles = 0;
    std::vector<double> operators;  // cycles of each of the fluid problem's, where they are known
  };

  std::shared_ptr<Ground> make_ground(const std::vector<ModelCascade>& cascades) const;
  void suit_capacity();
  bool roomy() const;
  bool all_maps_fit() const;
  bool stagnates() const;
  void anneal_whole();
  void adopt_plans_of_rules(const std::shared_ptr<Ground>& ground, std::vector<Selection>& starts);
  std::vector<Selection> streamed_starts();
  void search_cascades();
  void change_objects();
  void descend(Found& found);
  void stray(Found& found);
  bool improve(Found& found);
  bool improve_by(const MoveBatch& batch, Found& found);
  std::optional<Found> search_model(const std::vector<ModelCascade>& cascades, bool from_best);
  Found anneal_from(const std::shared_ptr<Ground>& ground, const std::vector<Selection>& starts,
                    std::int64_t moves);
  Found tried(const std::shared_ptr<Ground>& ground, const Selection& selection,
              const char* origin);
  void keep(const Found& found);
  bool spent() const { return left_ <= 0 || !search_goes_on({tried_, 0, 0}); }

  const Network& network_;
  PlanningRequest request_;  // with the capacity of now
  const PlanningProblem& problem_;
  const NetworkCosts& costs_;
  Offer offer_;
  std::int64_t plans_, plans_where_roomy_;
  SearchEffort effort_;  // of now
  std::int64_t tried_ = 0;
  Random random_{1};
  NeighbourCursor cursor_;
  std::int64_t left_ = 0;       // simulations at this capacity
  std::optional<Found> whole_;  // the best without cascades
  std::optional<Found> best_;
  std::vector<double> best_where_maps_fit_;      // per capacity of those so far
  std::vector<std::pair<double, double>> seen_;  // predicted, simulated
};

/// The plan of dynamic programming alone: maps for life in one memory, weights as `policy` has
/// them in the room that is left. Nothing is simulated but by the policy.
std::optional<NetworkPlan> plan_by_frontier(const Network& network, const PlanningRequest& request,
                                            const PlanningProblem& problem,
                                            const NetworkCosts& costs, const char* policy);

}  // namespace spillway::search
