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

#include "planner/search/capacity_ladder.h"
#include "planner/search/cascade_choice.h"
#include "planner/search/fluid/move_batch.h"
#include "planner/search/fluid/random.h"
#include "planner/search/network_model.h"
#include "planner/search_watch.h"

namespace spillway::search {

/// Planners that decide by size, accesses or position and not by simulated time; they are called
/// rules here. The search uses their plans as start selections. A plan that they make for less
/// memory is also a plan for more memory.
constexpr std::array<const char*, 4> rule_planners = {"cadence-position", "belady", "banked-greedy",
                                                      "vela-spill"};

/// The limits of a search at one capacity. All limits are counts, not times, so that results are
/// reproducible.
struct SearchEffort {
  std::int64_t plans = 0;  // number of plans that are made and simulated
  std::int64_t operators = 0;
  /// Returns the number of moves of the longest annealing. The number is small enough for a signal
  /// to end the search soon. A move may change all later operators, so long networks get fewer
  /// moves.
  std::int64_t moves() const {
    constexpr std::int64_t fewest = 500, most_steps = 16'000'000;
    const std::int64_t moves = 7'500 + 500 * std::min<std::int64_t>(plans, 100);
    return std::min(moves, std::max(fewest, most_steps / std::max<std::int64_t>(1, operators)));
  }
};

/// Returns the number of iterations that the allocators of other planners may use to search for
/// addresses. The number is small, because these planners run at every capacity.
inline std::int64_t iterations_of_rules(const PlanningProblem& problem) {
  constexpr std::int64_t most = 1'000, fewest = 50, placements = 2'000'000;
  const auto buffers = static_cast<std::int64_t>(problem.buffers.size());
  return std::clamp(placements / std::max<std::int64_t>(1, buffers), fewest, most);
}

/// Searches for fast plans, guided by the cycles that a fluid model predicts (fluid_problem.h).
/// Anneals without cascades, then with the most promising cascades and with variations of those
/// cascades. Then changes the best plan found, beginning with the changes for which the model
/// predicts the largest gain. One simulation tries several changes that have no operator in common.
/// Every plan is passed to `Offer`, which returns its cycles (infinite = not valid).
class ModelSearch {
 public:
  using Offer = std::function<SimulatedCycles(NetworkPlan planned, const char* origin)>;

  /// `plans` is the number of plans that are made and simulated at every capacity. At capacities of
  /// more than half of the live peak, the number is `plans_above_half_peak`. At capacities at which
  /// the search looks for cascades, it makes about twice as many plans. The referenced objects must
  /// outlive the search.
  ModelSearch(const Network& network, const PlanningRequest& request,
              const PlanningProblem& problem, const NetworkCosts& costs, Offer offer,
              std::int64_t plans, std::int64_t plans_above_half_peak);

  /// Continues the search with the capacity of `rung`, which must not be less than in earlier
  /// calls. The result depends only on the rungs so far, not on plans that are made outside this
  /// object. What the search finds at an added rung (Rung::added) is not used in later calls, so
  /// added rungs do not change the plans of other rungs.
  void search_rung(const Rung& rung);

  /// Improves the plan of another planner, made for `capacity`, by a local search. The search
  /// begins with the choices of this plan, as far as the fluid model has them. Does nothing if
  /// these choices need more fast memory than `capacity`. Simulates at most twice as many plans as
  /// usual at one capacity, or at most 8 if that is more.
  void search_from(const NetworkPlan& planned, Bytes capacity);

  /// Returns the rank correlation between the predicted and the simulated cycles of the first
  /// `plans` plans of this search.
  double rank_correlation(std::size_t plans) const;
  std::size_t plans() const { return seen_.size(); }

 private:
  /// A fluid model, and the keys of its selections that need not be tried again.
  struct ModelWithSelections {
    NetworkModel model;
    std::unordered_set<std::uint64_t> known;  // tried alone or as a move of a batch
  };
  struct Found {
    std::shared_ptr<ModelWithSelections> searched;
    Selection selection;
    double cycles = 0;
    std::vector<double> operators;  // cycles per operator of the fluid problem; empty if unknown
  };

  std::shared_ptr<ModelWithSelections> with_model(const std::vector<ModelCascade>& cascades) const;
  void search_at(const Rung& rung);
  void copy_models();
  void suit_capacity();
  bool above_half_peak() const;
  bool all_maps_fit() const;
  bool stagnates() const;
  void anneal_whole();
  void adopt_plans_of_rules(const std::shared_ptr<ModelWithSelections>& searched,
                            std::vector<Selection>& starts);
  std::vector<Selection> streamed_starts();
  void search_cascades();
  void change_objects();
  void descend(Found& found);
  void stray(Found& found);
  bool improve(Found& found);
  bool improve_by(const MoveBatch& batch, Found& found);
  std::optional<Found> search_model(const std::vector<ModelCascade>& cascades, bool from_best);
  Found anneal_from(const std::shared_ptr<ModelWithSelections>& searched,
                    const std::vector<Selection>& starts, std::int64_t moves);
  /// Makes the plan of `selection` and simulates it. If no addresses are found for this plan,
  /// simulates the plan `otherwise` instead. Without that plan, the cycles are infinite.
  Found tried(const std::shared_ptr<ModelWithSelections>& searched, const Selection& selection,
              const char* origin, std::optional<NetworkPlan> otherwise = std::nullopt);
  void keep(const Found& found);
  bool spent() const { return remaining_ <= 0 || !search_goes_on({tried_, 0, 0}); }

  const Network& network_;
  PlanningRequest request_;  // the request, with the current capacity of fast memory
  const PlanningProblem& problem_;
  const NetworkCosts& costs_;
  Offer offer_;
  std::int64_t plans_, plans_above_half_peak_;
  SearchEffort effort_;     // at the current capacity
  std::int64_t tried_ = 0;  // number of plans made so far, at all capacities
  Random random_{1};
  NeighbourCursor cursor_;
  std::int64_t remaining_ = 0;  // number of simulations that remain at this capacity
  std::optional<Found> whole_;  // the best result of anneal_whole(), without cascades
  std::optional<Found> best_;   // the best plan, with or without cascades
  // The cycles of the best plan after each search at a capacity that is not added (Rung::added) and
  // holds all feature maps, in the order of the searches.
  std::vector<double> best_where_maps_fit_;
  std::vector<std::pair<double, double>> seen_;  // per plan, predicted and simulated cycles
};

/// Returns the plan that dynamic programming alone finds; nothing if it finds none. Every feature
/// map stays in one memory all its life, and the weight policy `policy` decides about the weights
/// in the remaining memory. Nothing is simulated unless the weight policy simulates plans.
std::optional<NetworkPlan> plan_by_frontier(const Network& network, const PlanningRequest& request,
                                            const PlanningProblem& problem,
                                            const NetworkCosts& costs, const char* policy);

}  // namespace spillway::search
