// SPDX-License-Identifier: Apache-2.0
#include "planner/latency/model_search.h"

#include <algorithm>
#include <limits>
#include <set>

#include "base/index.h"
#include "planner/latency/annealing.h"
#include "planner/latency/frontier.h"
#include "planner/latency/neighbours.h"
#include "planner/latency/simulated_plans.h"

namespace spillway::latency {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

}  // namespace

ModelSearch::ModelSearch(const Network& network, const PlanningRequest& request,
                         const PlanningProblem& problem, const NetworkCosts& costs, Offer offer,
                         SearchEffort effort)
    : network_(network),
      request_(request),
      problem_(problem),
      costs_(costs),
      offer_(std::move(offer)),
      effort_(effort) {}

void ModelSearch::run(const Plan& best, double cycles) {
  const auto model =
      std::make_shared<NetworkModel>(request_, problem_, costs_, std::vector<ModelCascade>{});
  std::vector<Selection> starts = frontier_starts(model->fluid());
  if (best.cascades.empty() && best.copies.empty()) {
    const Selection adopted = model->adopt(best);
    if (excess_bytes(model->fluid(), adopted) == 0) {
      best_ = Found{model, adopted, cycles};
      seen_.emplace_back(total_cycles(model->fluid(), adopted), cycles);
      starts.push_back(adopted);
    }
  }
  const Found whole = anneal_from(model, starts, effort_.moves);
  // What suits the model with less room can suit the simulator better.
  for (const double capacity : {0.75, 0.5}) {
    anneal_from(model, starts, effort_.moves / 2, capacity);
  }
  if (request_.weights->cascades) search_cascades(whole);
  change_objects();
}

/// Anneals with a share of the capacity, and with less of it where no addresses are found.
ModelSearch::Found ModelSearch::anneal_from(const std::shared_ptr<const NetworkModel>& model,
                                            const std::vector<Selection>& starts,
                                            std::int64_t moves, double capacity) {
  Found found{model, starts.front(), never};
  for (const double part : {1.0, 0.97, 0.92}) {
    FluidProblem fluid = model->fluid();
    fluid.capacity = static_cast<Bytes>(static_cast<double>(fluid.capacity) * capacity * part);
    std::vector<Selection> fitting;
    for (const Selection& start : starts) {
      if (excess_bytes(fluid, start) == 0) fitting.push_back(start);
    }
    if (fitting.empty()) continue;
    AnnealingOptions options;
    options.moves = moves;
    const Selection selection = anneal(fluid, fitting, options);
    const double predicted = total_cycles(fluid, selection);
    const double cycles = try_plan(*model, selection, predicted, "annealing");
    if (cycles < found.cycles || found.cycles == never) found = {model, selection, cycles};
    if (cycles < never) break;
  }
  keep(found);
  return found;
}

std::optional<ModelSearch::Found> ModelSearch::search_model(std::vector<ModelCascade> cascades,
                                                            std::int64_t moves) {
  const auto model =
      std::make_shared<NetworkModel>(request_, problem_, costs_, std::move(cascades));
  const FrontierResult start = solve_by_frontier(model->fluid(), {512});
  if (excess_bytes(model->fluid(), start.selection) > 0) return std::nullopt;
  return anneal_from(model, {start.selection}, moves);
}

void ModelSearch::search_cascades(const Found& whole) {
  constexpr std::size_t most_single = 10;
  constexpr int most_models = 24;
  const std::vector<CascadeGain> gains =
      promising_cascades(request_, problem_, costs_, *whole.model, whole.selection);
  if (gains.empty()) return;
  int models = 0;
  const std::int64_t moves = effort_.moves / 8;
  std::vector<ModelCascade> chosen;
  double least = whole.cycles;
  const auto attempt = [&](const std::vector<ModelCascade>& cascades) {
    if (spent() || ++models > most_models) return false;
    const std::optional<Found> found = search_model(cascades, moves);
    if (!found || found->cycles >= least) return false;
    least = found->cycles;
    chosen = cascades;
    return true;
  };
  attempt(best_disjoint(gains, static_cast<std::int32_t>(costs_.cycles.size())));
  // One by one, of those that cover the same operators the best only.
  std::vector<const CascadeGain*> single;
  for (const CascadeGain& gain : gains) {
    const bool covered = std::any_of(single.begin(), single.end(), [&](const CascadeGain* other) {
      return other->cascade.first == gain.cascade.first && other->cascade.last == gain.cascade.last;
    });
    if (!covered) single.push_back(&gain);
    if (single.size() == most_single) break;
  }
  for (const CascadeGain* gain : single) attempt(with_cascade(chosen, gain->cascade));
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    std::vector<ModelCascade> fewer = chosen;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (attempt(fewer)) --i;
  }
}

void ModelSearch::change_objects() {
  bool better = true;
  std::set<Selection> known;
  while (better && best_ && !spent()) {
    better = false;
    const std::vector<Neighbour> moves = neighbours(best_->model->fluid(), best_->selection);
    for (const Neighbour& move : moves) {
      if (spent()) break;
      if (!known.insert(move.selection).second) continue;
      const double cycles = try_plan(*best_->model, move.selection, move.cycles, "local search");
      if (cycles >= best_->cycles) continue;
      best_->selection = move.selection;
      best_->cycles = cycles;
      better = true;
      break;
    }
  }
}

double ModelSearch::try_plan(const NetworkModel& model, const Selection& selection,
                             double predicted, const char* origin) {
  PlanDraft draft = model.draft(selection);
  if (!weights_are_free(*request_.weights)) draft.flows.clear();
  ++tried_;
  std::optional<NetworkPlan> planned = realise(network_, request_, problem_, draft);
  if (!planned) return never;
  const double cycles = offer_(*std::move(planned), origin);
  if (cycles < never) seen_.emplace_back(predicted, cycles);
  return cycles;
}

void ModelSearch::keep(const Found& found) {
  if (found.cycles < never && (!best_ || found.cycles < best_->cycles)) best_ = found;
}

double ModelSearch::rank_correlation() const { return latency::rank_correlation(seen_); }

std::optional<NetworkPlan> plan_by_frontier(const Network& network, const PlanningRequest& request,
                                            const PlanningProblem& problem,
                                            const NetworkCosts& costs, const char* policy) {
  PlanningRequest with_policy = request;
  with_policy.weights->policy = policy;
  const NetworkModel model(request, problem, costs, {});
  FluidProblem fluid = model.fluid();
  for (Bytes part = 8; part > 0; --part) {
    fluid.capacity = model.fluid().capacity / 8 * part;
    const FrontierResult found = solve_by_frontier(fluid, {});
    PlanDraft draft = model.draft(found.selection);
    draft.flows.clear();
    if (auto planned = realise(network, with_policy, problem, draft)) return planned;
  }
  return std::nullopt;
}

}  // namespace spillway::latency
