// SPDX-License-Identifier: Apache-2.0
#include "planner/search/ladder_search.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "base/index.h"
#include "planner/checks/validate.h"
#include "planner/pins.h"
#include "planner/placement/placement.h"
#include "planner/search/capacity_ladder.h"
#include "planner/search/fetched_constants.h"
#include "planner/search/plan_by_time.h"
#include "planner/search_watch.h"

namespace spillway::search {
namespace {

constexpr double invalid = std::numeric_limits<double>::infinity();
// If the user gives no budget, the search simulates plans until their cycles add up to about this
// number over all capacities. For capacities of more than half of the live peak,
// cycles_above_half_peak replaces cycle_budget.
constexpr double cycle_budget = 30e6;
constexpr double cycles_above_half_peak = 15e6;
// The upper limit of the default number of simulated plans, which applies to short networks.
constexpr double most_simulations = 1'000;

PlanningProblem problem_of(const Network& network, const PlanningRequest& request) {
  PlanningProblem problem =
      make_problem(network, request.memories, request.alignment.value_or(map_alignment));
  apply_pins(request, problem);
  return problem;
}

/// Returns the request without the limit of the fastest memory, so that the plans of LadderSearch
/// do not depend on this limit.
PlanningRequest without_limit(PlanningRequest request) {
  at(request.memories, request.arena.front()).capacity = unlimited;
  return request;
}

}  // namespace

LadderSearch::LadderSearch(Network network, const PlanningRequest& request,
                           const WeightPlanning& weights)
    : network_(std::move(network)),
      caller_weights_(weights),
      simulated_([this](const Plan& plan) { return caller_weights_.cycles(plan); }),
      request_(without_limit(request)),
      problem_(problem_of(network_, request_)) {
  WeightPlanning& own = *request_.weights;
  own.time = [this](const Plan& plan) { return simulated_.of(plan).total; };
  own.cycles = [this](const Plan& plan) { return simulated_.of(plan); };
  if (own.timing) own.timing = [this](const Plan& plan) { return caller_weights_.timing(plan); };
  if (own.cascades) {
    own.cascades = [this](std::int32_t first, std::int32_t last, std::int32_t rows) {
      return caller_weights_.cascades(first, last, rows);
    };
  }
  costs_ =
      own.timing ? measure_costs(network_, request_, problem_) : assume_costs(request_, problem_);
  plans_per_rung_ = plans_where(cycle_budget);
  for_weights_ = capacities_for_weights(problem_.buffers, own.needs);
  model_ = std::make_unique<ModelSearch>(
      network_, request_, problem_, costs_,
      [this](NetworkPlan planned, const char* origin) {
        return consider_own(std::move(planned), origin);
      },
      plans_per_rung_, plans_where(cycles_above_half_peak));
  if (may_fetch_constants(request_)) constants_for_ = own.needs.made_up_readers;
}

LadderSearch::~LadderSearch() = default;

std::size_t LadderSearch::search_up_to(Bytes capacity, const WeightPlanning& weights) {
  caller_weights_ = weights;
  const Bytes peak = most_live_bytes(problem_.buffers);
  const std::vector<Rung> rungs =
      capacity_ladder(peak, capacity, network_.operators.size(), for_weights_);
  for (std::size_t i = climbed_.size(); i < rungs.size(); ++i) {
    if (!rungs[i].added) {
      search_at(rungs[i]);
      continue;
    }
    // A search at a later capacity must not begin from plans found at an added capacity
    // (Rung::added), so the plans found before are restored afterwards.
    const auto before =
        std::make_tuple(own_, own_bare_, own_striped_, stripe_heights_, constants_for_);
    search_at(rungs[i]);
    std::tie(own_, own_bare_, own_striped_, stripe_heights_, constants_for_) = before;
  }
  caller_weights_ = {};
  return rungs.size();
}

void LadderSearch::search_at(const Rung& rung) {
  model_->search_rung(rung);
  choose_own_constants();
  run_in_stripes(rung.stripes);
  if (improves_rules(rung)) improve_rules(rung.capacity);
  climbed_.push_back({best_, model_->plans(), simulated_.count()});
}

const LadderSearch::Best* LadderSearch::best(std::size_t rungs) const {
  return rungs > 0 ? climbed_[rungs - 1].best.get() : nullptr;
}

std::string LadderSearch::note(std::size_t rungs) const {
  const std::size_t tried = rungs > 0 ? climbed_[rungs - 1].tried : 0;
  return fmt::format("; rank correlation of model and simulator {:.3f} over {} plans",
                     model_->rank_correlation(tried), tried);
}

std::int64_t LadderSearch::plans_beside(const SimulatedPlans& others, std::size_t rungs) const {
  return rungs > 0 ? simulated_.count_beside(others, climbed_[rungs - 1].simulated) : 0;
}

SimulatedCycles LadderSearch::consider_own(NetworkPlan bare, const char* origin) {
  NetworkPlan planned = bare;
  fetch_constants(request_.weights->needs, constants_for_, planned.plan);
  SimulatedCycles cycles = consider(planned, origin);
  if (cycles.total < (own_ ? own_->cycles : invalid)) {
    own_ = std::make_shared<const Best>(Best{std::move(planned), cycles.total, origin});
    own_bare_ = std::move(bare);
    own_striped_ = false;
  }
  return cycles;
}

/// Simulates a plan, stores it in best_ if it is valid and the fastest so far, and returns its
/// cycles. Returns infinity if the plan is not valid. A plan that is not faster than own_ is not
/// validated, because it cannot be the fastest.
SimulatedCycles LadderSearch::consider(const NetworkPlan& planned, const char* origin) {
  const SimulatedCycles& cycles = simulated_.of(planned.plan);
  if (own_ && cycles.total >= own_->cycles) return cycles;
  if (!validate_plan(planned.plan, network_).empty()) {
    return {invalid, {}};
  }
  if (!best_ || cycles.total < best_->cycles) {
    best_ = std::make_shared<const Best>(Best{planned, cycles.total, origin});
  }
  return cycles;
}

/// Tries the best plan with copies of the made-up constants (constants that lowering adds and that
/// the network's file does not contain) for those operators that then run faster.
void LadderSearch::choose_own_constants() {
  if (!own_bare_ || !may_fetch_constants(request_)) return;
  constants_for_ = gaining_readers(own_bare_->plan, request_.weights->needs, simulated_);
  consider_own(*own_bare_, "the search, with constants fetched");
}

/// Tries the best plan of the search (own_) with single operators in stripes, once. If `anew` is
/// true, determines the stripe heights; otherwise uses the stripe heights of an earlier capacity.
/// Stripes of one operator can make neighbouring operators slower, so the plan is tried again
/// without the stripes that cost more than they save. Does nothing on a long network, because these
/// simulations would take most of the search's time.
void LadderSearch::run_in_stripes(bool anew) {
  const bool is_long = network_.operators.size() >= operators_of_long_network;
  if (!own_ || own_striped_ || is_long || !search_goes_on({})) return;
  own_striped_ = true;
  constexpr int tries = 3;
  const std::vector<double> whole = simulated_.of(own_->planned.plan).operators;
  if (anew) stripe_heights_ = suiting_stripes(own_->planned.plan, whole, *request_.weights);
  NetworkPlan striped = own_->planned;
  StripeHeights heights = stripe_heights_;
  for (int i = 0; i < tries && !heights.empty(); ++i) {
    striped.plan = in_stripes(own_->planned.plan, heights);
    const SimulatedCycles cycles = consider(striped, "the search, in stripes");
    const std::size_t tried = heights.size();
    drop_slower_stripes(whole, cycles.operators, heights);
    if (heights.size() == tried) break;
  }
}

/// Returns the fastest plan that rule_planners and the planner `single` (which puts all feature
/// maps into one memory) make for `capacity` with simple weight policies; nothing if they have no
/// plan. If all feature maps fit, rule_planners differ from `single` only in addresses and are left
/// out.
std::optional<NetworkPlan> LadderSearch::fastest_of_rules(Bytes capacity) {
  PlanningRequest request = request_;
  at(request.memories, request.arena.front()).capacity = capacity;
  request.options.search_budget = iterations_of_rules(problem_);
  std::vector<std::string> names = {"single"};
  if (capacity < most_live_bytes(problem_.buffers)) {
    names.insert(names.end(), rule_planners.begin(), rule_planners.end());
  }
  std::optional<NetworkPlan> fastest;
  double least = invalid;
  for (const std::string& name : names) {
    request.planner = name;
    for (const char* policy : {"prefetch", "vela"}) {
      request.weights->policy = policy;
      NetworkPlan planned = plan_network(network_, request);
      if (planned.result.status != PlanStatus::ok) break;
      fetch_constants(request_.weights->needs, constants_for_, planned.plan);
      const double cycles = consider(planned, "a rule").total;
      if (cycles >= least) continue;
      least = cycles;
      fastest = std::move(planned);
    }
  }
  return fastest;
}

/// Whether improve_rules() is called at a rung (capacity of the list). If the feature maps do not
/// fit and the search makes at least 8 plans per rung, it is called at every rung except added
/// rungs (Rung::added). Otherwise it is called only at rungs that have Rung::cascades and are not
/// added.
bool LadderSearch::improves_rules(const Rung& rung) const {
  constexpr std::int64_t plans_of_short_simulations = 8;
  if (rung.added) return false;
  const bool maps_fit = rung.capacity >= most_live_bytes(problem_.buffers);
  return rung.cascades || (!maps_fit && plans_per_rung_ >= plans_of_short_simulations);
}

/// Improves the fastest plan of simple planners by a local search. It often ends at a faster plan
/// than the local search of `model_`, which starts from a plan that the fluid model rates best.
/// Does nothing on a long network, because the local search would try too few plans there. Does
/// nothing either if the user chose a weight policy or pinned a tensor.
void LadderSearch::improve_rules(Bytes capacity) {
  const bool is_long = network_.operators.size() >= operators_of_long_network;
  if (is_long || !search_goes_on({})) return;
  if (!weights_are_free(*request_.weights) || pins_places(request_)) return;
  const std::optional<NetworkPlan> start = fastest_of_rules(capacity);
  if (!start || !start->plan.cascades.empty()) return;
  ModelSearch search(
      network_, request_, problem_, costs_,
      [&](NetworkPlan made, const char* /*origin*/) {
        fetch_constants(request_.weights->needs, constants_for_, made.plan);
        return consider(made, "local search from the plan of a rule");
      },
      plans_per_rung_, plans_per_rung_);
  search.search_from(*start, capacity);
}

/// Returns the number of plans per capacity. Long networks take longer to simulate, so the default
/// budget is a number of simulated cycles.
std::int64_t LadderSearch::plans_where(double budget_cycles) const {
  // The number of capacities among which the budget is divided. It is an estimate: capacities at
  // which the search does more work count more than once. If all feature maps must be in one
  // memory, there are no plans for capacities below the live peak.
  const std::int64_t rungs = request_.arena.size() > 1 ? 32 : 4;
  std::int64_t budget = request_.options.search_budget;
  if (budget <= 0) {
    const double cycles = std::accumulate(costs_.cycles.begin(), costs_.cycles.end(), 1.0);
    budget = static_cast<std::int64_t>(std::min(budget_cycles / cycles, most_simulations));
  }
  return std::max<std::int64_t>(1, budget / rungs);
}

}  // namespace spillway::search
