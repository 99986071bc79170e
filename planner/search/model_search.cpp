// SPDX-License-Identifier: Apache-2.0
#include "planner/search/model_search.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "base/index.h"
#include "planner/placement/placement.h"
#include "planner/registry.h"
#include "planner/search/fluid/annealing.h"
#include "planner/search/fluid/frontier.h"
#include "planner/search/fluid/neighbours.h"
#include "planner/search/simulated_plans.h"

namespace spillway::search {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
// A thorough search (search_rung()) also begins from new start selections (a selection has one
// choice per feature map and per operator's weights) and tries other cascades. Its limit of
// simulated plans is twice the usual limit, plus most_attempts for plans with other cascades and
// plans_of_rules for plans of the planners in rule_planners.
constexpr std::int64_t most_attempts = 3;
constexpr std::int64_t plans_of_rules = 2;
// At least this number of plans remains for changes of the best plan (descent), unless twice the
// number of plans per capacity is smaller or larger memories no longer make the plan faster
// (stagnates()).
constexpr std::int64_t plans_of_descent = 6;
// If all feature maps fit in fast memory, the limit of simulated plans is a third of the usual
// limit, or this number if it is larger, but not more than the usual limit.
constexpr std::int64_t plans_where_maps_fit = 12;
// At most this number of plans is simulated if larger memories no longer make the plan faster
// (stagnates()).
constexpr std::int64_t plans_if_stagnant = 3;

/// A plan by one of rule_planners, and the selection (choices for all feature maps and weights)
/// that corresponds to it.
struct Adopted {
  NetworkPlan planned;
  Selection selection;
  double cycles = 0;  // according to the fluid model
};

/// Returns, for each of the first six ranges of operators in `gains`, the cascade of these
/// operators that saves the most cycles. Cascades of the same operators differ in their stripe
/// heights.
std::vector<const CascadeGain*> best_single(const std::vector<CascadeGain>& gains) {
  constexpr std::size_t most = 6;
  std::vector<const CascadeGain*> single;
  for (const CascadeGain& gain : gains) {
    const bool covered = std::any_of(single.begin(), single.end(), [&](const CascadeGain* other) {
      return other->cascade.first == gain.cascade.first && other->cascade.last == gain.cascade.last;
    });
    if (!covered) single.push_back(&gain);
    if (single.size() == most) break;
  }
  return single;
}

/// Returns up to four copies of `selection` (choices for all feature maps and weights) in which
/// weights are streamed (copied slice by slice to fast memory, as late as possible). Copies that do
/// not fit into fast memory are left out.
std::vector<Selection> streamed_variants(const Selection& selection, NetworkModel& model) {
  std::vector<Selection> variants;
  for (const double share : {1.0, 0.8}) {
    for (const StreamOrder order : {StreamOrder::nearest, StreamOrder::furthest}) {
      Selection streamed = model.streamed(selection, order, share);
      if (excess_bytes(model.fluid(), streamed) == 0) variants.push_back(std::move(streamed));
    }
  }
  return variants;
}

}  // namespace

ModelSearch::ModelSearch(const Network& network, const PlanningRequest& request,
                         const PlanningProblem& problem, const NetworkCosts& costs, Offer offer,
                         std::int64_t plans, std::int64_t plans_above_half_peak)
    : network_(network),
      request_(request),
      problem_(problem),
      costs_(costs),
      offer_(std::move(offer)),
      plans_(plans),
      plans_above_half_peak_(plans_above_half_peak) {}

std::shared_ptr<ModelSearch::ModelWithSelections> ModelSearch::with_model(
    const std::vector<ModelCascade>& cascades) const {
  return std::make_shared<ModelWithSelections>(
      ModelWithSelections{{request_, problem_, costs_, cascades}, {}});
}

/// The fluid models of the selections found so far were made for another capacity. If the current
/// capacity allows other choices, makes new models and translates the selections to them.
void ModelSearch::suit_capacity() {
  const Bytes capacity = at(request_.memories, request_.arena.front()).capacity;
  std::map<std::shared_ptr<ModelWithSelections>, std::shared_ptr<ModelWithSelections>> suited;
  for (std::optional<Found>* found : {&best_, &whole_}) {
    if (!*found) continue;
    std::shared_ptr<ModelWithSelections>& searched = (*found)->searched;
    if (!searched->model.suits(capacity)) {
      std::shared_ptr<ModelWithSelections>& other = suited[searched];
      if (!other) other = with_model(searched->model.cascades());
      (*found)->selection = other->model.carried_over(searched->model, (*found)->selection);
      searched = other;
    }
    searched->model.set_capacity(capacity);
  }
}

/// Whether more than half of the live peak fits into fast memory. The planners of `rule_planners`
/// then produce good plans, so fewer plans are needed.
bool ModelSearch::above_half_peak() const {
  return at(request_.memories, request_.arena.front()).capacity >
         most_live_bytes(problem_.buffers) / 2;
}

bool ModelSearch::all_maps_fit() const {
  return at(request_.memories, request_.arena.front()).capacity >=
         most_live_bytes(problem_.buffers);
}

/// Whether larger memories no longer make the plan faster: over the last three capacities that hold
/// all feature maps, the cycles have fallen by less than 0.1 %.
bool ModelSearch::stagnates() const {
  // stagnates() compares the cycles at the latest capacity with the cycles at the capacity that is
  // `lately` capacities earlier.
  constexpr std::size_t lately = 3;
  constexpr double worth = 1.001;
  const std::vector<double>& best = best_where_maps_fit_;
  return best.size() > lately && best[best.size() - 1 - lately] < worth * best.back();
}

void ModelSearch::search_rung(const Rung& rung) {
  if (!rung.added) return search_at(rung);
  const auto before = std::make_tuple(whole_, best_, random_, cursor_);
  copy_models();
  search_at(rung);
  std::tie(whole_, best_, random_, cursor_) = before;
}

/// Gives whole_ and best_ copies of their fluid models, so that the search changes only the copies.
void ModelSearch::copy_models() {
  std::map<std::shared_ptr<ModelWithSelections>, std::shared_ptr<ModelWithSelections>> copies;
  for (std::optional<Found>* found : {&best_, &whole_}) {
    if (!*found) continue;
    std::shared_ptr<ModelWithSelections>& copy = copies[(*found)->searched];
    if (!copy) copy = std::make_shared<ModelWithSelections>(*(*found)->searched);
    (*found)->searched = copy;
  }
}

void ModelSearch::search_at(const Rung& rung) {
  at(request_.memories, request_.arena.front()).capacity = rung.capacity;
  effort_.plans = above_half_peak() ? plans_above_half_peak_ : plans_;
  effort_.operators = static_cast<std::int64_t>(network_.operators.size());
  const bool thorough = (rung.cascades && !stagnates()) || !best_;
  remaining_ = effort_.plans * (thorough ? 2 : 1) + (thorough ? most_attempts + plans_of_rules : 0);
  // If all feature maps fit in fast memory, only the weights remain to be chosen.
  const bool only_weights = best_ && all_maps_fit();
  if (only_weights) {
    remaining_ = std::min(remaining_, std::max(plans_where_maps_fit, remaining_ / 3));
  }
  if (stagnates()) remaining_ = std::min(remaining_, plans_if_stagnant);
  if (spent()) return;
  suit_capacity();
  if (thorough) anneal_whole();
  if (best_) {
    const std::vector<Selection> starts = streamed_starts();
    anneal_from(best_->searched, starts,
                effort_.moves() * static_cast<std::int64_t>(starts.size() + 2) / 12);
  }
  if (thorough && request_.weights->cascades) search_cascades();
  if (!stagnates()) {
    remaining_ = std::max(remaining_, std::min(plans_of_descent, 2 * effort_.plans));
  }
  change_objects();
  if (only_weights && !rung.added) best_where_maps_fit_.push_back(best_->cycles);
}

void ModelSearch::anneal_whole() {
  const std::shared_ptr<ModelWithSelections> searched = whole_ ? whole_->searched : with_model({});
  std::vector<Selection> starts = frontier_starts(searched->model.fluid());
  if (whole_) starts.push_back(whole_->selection);
  if (weights_are_free(*request_.weights)) adopt_plans_of_rules(searched, starts);
  const Found found = anneal_from(searched, starts, effort_.moves());
  if (!whole_ || found.cycles < whole_->cycles) whole_ = found;
}

/// Collects the plans that rule_planners make for this capacity, with Vela's rule for weights. The
/// two of these plans that the fluid model rates best are added to `starts`. Each of the two is
/// simulated if it may be faster than the best plan so far.
void ModelSearch::adopt_plans_of_rules(const std::shared_ptr<ModelWithSelections>& searched,
                                       std::vector<Selection>& starts) {
  const FluidProblem& fluid = searched->model.fluid();
  const bool pins = pins_places(request_);
  std::vector<Adopted> adopted;
  for (const char* name : rule_planners) {
    PlanningRequest request = request_;
    request.planner = name;
    request.options.search_budget = iterations_of_rules(problem_);
    request.weights->policy = "vela";
    if (pins && !find_planner(name).planner->honours_pins(request.options)) continue;
    NetworkPlan planned = plan_network(network_, request);
    if (planned.result.status != PlanStatus::ok) continue;
    Selection selection = searched->model.adopt(planned.plan);
    const bool known = searched->known.count(SelectionKey(selection).value()) > 0;
    if (known || excess_bytes(fluid, selection) > 0) continue;
    const bool again = std::any_of(adopted.begin(), adopted.end(), [&](const Adopted& other) {
      return other.selection == selection;
    });
    if (again) continue;
    const double predicted = total_cycles(fluid, selection);
    adopted.push_back({std::move(planned), std::move(selection), predicted});
  }
  std::stable_sort(adopted.begin(), adopted.end(),
                   [](const Adopted& a, const Adopted& b) { return a.cycles < b.cycles; });
  if (adopted.size() > plans_of_rules) adopted.resize(plans_of_rules);
  // A plan is not simulated if its time according to the fluid model is above this factor times
  // that of the best plan. Of 60 such plans none was faster.
  constexpr double hopeless = 1.005;
  const double most_cycles =
      best_ ? hopeless * total_cycles(best_->searched->model.fluid(), best_->selection) : never;
  for (Adopted& plan : adopted) {
    if (plan.cycles <= most_cycles) {
      keep(tried(searched, plan.selection, "a rule", std::move(plan.planned)));
    }
    starts.push_back(std::move(plan.selection));
  }
}

/// Returns the selections with which annealing starts: the best selection so far, and one with
/// streamed weights. The second comes from streamed_variants(), of the best selection and, if all
/// feature maps fit into fast memory, of the selection with all maps there; the fluid model decides
/// which variant is fastest. The selection with all maps in fast memory matters for long networks:
/// annealing makes too few moves to bring so many maps there one by one.
std::vector<Selection> ModelSearch::streamed_starts() {
  std::vector<Selection> starts = {best_->selection};
  if (!weights_are_free(*request_.weights)) return starts;
  NetworkModel& model = best_->searched->model;
  std::vector<Selection> streamed = streamed_variants(best_->selection, model);
  if (all_maps_fit()) {
    const std::vector<Selection> more = streamed_variants(model.with_all_maps_fast(), model);
    streamed.insert(streamed.end(), more.begin(), more.end());
  }
  double least = never;
  for (const Selection& variant : streamed) {
    const double cycles = total_cycles(model.fluid(), variant);
    if (cycles >= least) continue;
    least = cycles;
    starts.resize(1);
    starts.push_back(variant);
  }
  return starts;
}

/// Anneals from `starts`, makes a plan of the resulting selection and returns the result. If no
/// addresses are found for the plan or the plan is not valid, anneals again with less of the
/// capacity.
ModelSearch::Found ModelSearch::anneal_from(const std::shared_ptr<ModelWithSelections>& searched,
                                            const std::vector<Selection>& starts,
                                            std::int64_t moves) {
  Found found{searched, starts.front(), never, {}};
  for (const double part : {1.0, 0.97, 0.92}) {
    const FluidProblem& fluid = searched->model.fluid();
    AnnealingOptions options;
    options.moves = moves;
    options.capacity = static_cast<Bytes>(static_cast<double>(fluid.capacity) * part);
    std::vector<Selection> fitting;
    for (const Selection& start : starts) {
      if (excess_bytes(fluid, start, *options.capacity) == 0) fitting.push_back(start);
    }
    if (fitting.empty()) continue;
    const Selection selection = anneal(fluid, fitting, options);
    found = tried(searched, selection, "annealing");
    if (found.cycles < never) break;
  }
  keep(found);
  return found;
}

/// Searches with these cascades and returns the result. If `from_best` is true, starts from the
/// best selection (one choice per feature map and per operator's weights), as far as its choices
/// exist in the new model. If that selection does not fit, or if `from_best` is false, starts from
/// a new selection. Returns nothing if no start selection fits.
std::optional<ModelSearch::Found> ModelSearch::search_model(
    const std::vector<ModelCascade>& cascades, bool from_best) {
  const std::shared_ptr<ModelWithSelections> searched = with_model(cascades);
  const FluidProblem& fluid = searched->model.fluid();
  if (from_best && best_) {
    const Selection carried =
        searched->model.carried_over(best_->searched->model, best_->selection);
    if (excess_bytes(fluid, carried) == 0) {
      return anneal_from(searched, {carried}, effort_.moves() / 6);
    }
  }
  const FrontierResult start = solve_by_frontier(fluid, {512});
  if (excess_bytes(fluid, start.selection) > 0) return std::nullopt;
  return anneal_from(searched, {start.selection}, effort_.moves() / 2);
}

void ModelSearch::search_cascades() {
  const std::vector<CascadeGain> gains =
      promising_cascades(request_, problem_, costs_, whole_->searched->model, whole_->selection);
  std::vector<ModelCascade> chosen =
      best_ ? best_->searched->model.cascades() : std::vector<ModelCascade>{};
  double least = best_ ? best_->cycles : never;
  const auto attempt = [&](const std::vector<ModelCascade>& cascades, bool from_best) {
    if (spent()) return false;
    const std::optional<Found> found = search_model(cascades, from_best);
    if (!found || found->cycles >= least) return false;
    least = found->cycles;
    chosen = cascades;
    return true;
  };
  if (!gains.empty()) {
    attempt(best_disjoint(gains, static_cast<std::int32_t>(costs_.cycles.size())), false);
  }
  for (const CascadeGain* gain : best_single(gains)) {
    attempt(with_cascade(chosen, gain->cascade), true);
  }
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    std::vector<ModelCascade> fewer = chosen;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (attempt(fewer, true)) --i;
  }
}

ModelSearch::Found ModelSearch::tried(const std::shared_ptr<ModelWithSelections>& searched,
                                      const Selection& selection, const char* origin,
                                      std::optional<NetworkPlan> otherwise) {
  searched->known.insert(SelectionKey(selection).value());
  PlanDraft draft = searched->model.draft(selection);
  if (!weights_are_free(*request_.weights)) draft.flows.clear();
  ++tried_;
  --remaining_;
  Found found{searched, selection, never, {}};
  std::optional<NetworkPlan> planned = realise(network_, request_, problem_, draft);
  if (!planned) planned = std::move(otherwise);
  if (!planned) return found;
  const SimulatedCycles cycles = offer_(*std::move(planned), origin);
  found.cycles = cycles.total;
  if (!cycles.operators.empty()) {
    found.operators = searched->model.cycles_of_steps(cycles.operators);
  }
  if (found.cycles < never) {
    seen_.emplace_back(total_cycles(searched->model.fluid(), selection), found.cycles);
  }
  return found;
}

void ModelSearch::keep(const Found& found) {
  if (found.cycles < never && (!best_ || found.cycles < best_->cycles)) best_ = found;
}

double ModelSearch::rank_correlation(std::size_t plans) const {
  return search::rank_correlation(
      {seen_.begin(), seen_.begin() + static_cast<std::ptrdiff_t>(plans)});
}

std::optional<NetworkPlan> plan_by_frontier(const Network& network, const PlanningRequest& request,
                                            const PlanningProblem& problem,
                                            const NetworkCosts& costs, const char* policy) {
  PlanningRequest with_policy = request;
  with_policy.weights->policy = policy;
  const NetworkModel model(request, problem, costs, {}, NetworkModel::Deliveries::in_place);
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

}  // namespace spillway::search
