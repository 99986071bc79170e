// SPDX-License-Identifier: Apache-2.0
#include "planner/search/plan_by_time.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "planner/checks/validate.h"
#include "planner/pins.h"
#include "planner/placement/placement.h"
#include "planner/search/capacity_ladder.h"
#include "planner/search/fetched_constants.h"
#include "planner/search/ladder_search.h"
#include "planner/search/network_costs.h"
#include "planner/search/simulated_plans.h"
#include "planner/search_watch.h"

namespace spillway::search {
namespace {

constexpr double too_slow = std::numeric_limits<double>::infinity();
// A placement of feature maps that another planner made is dropped if its plan takes longer than
// this factor times the plan with the best such placement.
constexpr double near = 1.03;

/// Returns the function that simulates plans. The function gives the cycles of each operator if
/// they are available, otherwise only the total.
SimulatedCyclesOf cycles_of(const WeightPlanning& weights) {
  if (weights.cycles) return weights.cycles;
  return [time = weights.time](const Plan& plan) { return SimulatedCycles{time(plan), {}}; };
}

class Search {
 public:
  Search(const Network& network, const PlanningRequest& request)
      : network_(network),
        request_(request),
        simulated_(cycles_of(*request.weights), request.weights->takes_longer) {
    request_.planner = without_alias(request.planner);
    // A plan that is not faster than the best plan is not kept, so its exact time does not matter.
    request_.weights->time = [this](const Plan& plan) {
      return simulated_.within(plan, below_best());
    };
    request_.weights->fastest = {};
    problem_ = make_problem(network, request.memories, request.alignment.value_or(map_alignment));
    apply_pins(request, problem_);
  }

  NetworkPlan run() {
    if (request_.options.search_budget == no_search) {
      if (auto planned = without_search()) return *std::move(planned);
    }
    try_other_planners();
    fetch_what_rules_leave();
    fetch_constants();
    if (best_ && may_plan()) search();
    try_planners_as_they_are();
    return finish();
  }

 private:
  /// Whether the search can make plans of its own. The search honours pins to memories. It honours
  /// neither pinned addresses, nor buffers that are placed relative to another buffer
  /// (Buffer::placed_inside), nor a rule for inputs (PlannerOptions::inputs_in). It also needs a
  /// memory for constants that is not the fast memory; otherwise there is nothing to choose.
  bool may_plan() const {
    if (request_.options.inputs_in != InputsIn::planner) return false;
    const bool addresses = std::any_of(request_.pins.begin(), request_.pins.end(),
                                       [](const TensorPin& pin) { return pin.offset.has_value(); });
    const bool relatives =
        std::any_of(problem_.buffers.begin(), problem_.buffers.end(),
                    [](const Buffer& buffer) { return buffer.placed_inside.has_value(); });
    return !addresses && !relatives && request_.constants != no_memory &&
           request_.arena.front() != request_.constants;
  }

  std::optional<NetworkPlan> without_search() {
    if (!may_plan()) return std::nullopt;
    const char* const policy =
        weights_are_free(*request_.weights) ? "vela" : request_.weights->policy.c_str();
    auto planned =
        plan_by_frontier(network_, request_, problem_, assume_costs(request_, problem_), policy);
    if (planned) planned->result.note = "dynamic programming only";
    return planned;
  }

  /// A placement of all feature maps by another planner. The cycles are those of the plan with this
  /// placement and the best of the weight policies tried so far. Cycles above the limit of
  /// try_maps() count as infinite.
  struct Peer {
    const PlannerEntry* entry;
    NetworkPlan maps;
    double cycles = too_slow;
  };

  /// Tries the placements of feature maps of the other planners with two simple weight policies,
  /// then the best placements with the policy `auto`. If the user named a weight policy, tries only
  /// this policy. The simple policies rank the placements much as `auto` does, but need far fewer
  /// simulations. Placements with more cycles than `near` times those of the best one are dropped,
  /// and their simulations are ended early. On a long network (begins_from_one_plan()), planners
  /// are tried only until one has a valid plan.
  void try_other_planners() {
    constexpr std::size_t most = 3;
    std::vector<Peer> peers;
    for (const PlannerEntry& entry : planners()) {
      if (best_ && begins_from_one_plan()) break;
      if (takes_part(entry)) try_planner(entry, peers);
    }
    if (!weights_are_free(*request_.weights)) return;
    std::stable_sort(peers.begin(), peers.end(),
                     [](const Peer& a, const Peer& b) { return a.cycles < b.cycles; });
    for (std::size_t i = 0; i < std::min(most, peers.size()); ++i) {
      if (peers[i].cycles > near * peers[0].cycles) break;
      try_maps(peers[i], request_.weights->policy, below_best());
    }
  }

  void try_planner(const PlannerEntry& entry, std::vector<Peer>& peers) {
    PlanningRequest request = request_by(entry);
    request.options.search_budget = iterations_of_rules(problem_);
    NetworkPlan planned;
    const bool whole = plans_whole(entry);
    try {
      planned =
          whole ? plan_network(network_, request_by(entry)) : plan_feature_maps(network_, request);
    } catch (const std::exception&) {
      return;  // The planner has no plan. A user who names this planner gets the error.
    }
    if (planned.result.status != PlanStatus::ok) {
      if (!best_ && !fallback_) fallback_ = std::move(planned);
    } else if (whole) {
      consider(std::move(planned), entry.name);
    } else if (maps_seen_.insert(places_of(planned)).second) {
      // No earlier plan places all feature maps in the same way. A plan with the same placement as
      // an earlier plan is not tried, because the weight policies would decide the same for it.
      peers.push_back({&entry, std::move(planned)});
      if (!weights_are_free(*request_.weights)) {
        try_maps(peers.back(), request_.weights->policy, below_best());
        return;
      }
      for (const char* policy : {"vela", "prefetch"}) {
        try_maps(peers.back(), policy, near * least_of_peers_);
        least_of_peers_ = std::min(least_of_peers_, peers.back().cycles);
      }
    }
  }

  /// Whether the search begins with the plan of only one other planner. All further planners are
  /// then tried after the search's own plans, so that simulations of slower plans end early.
  bool begins_from_one_plan() const {
    return network_.operators.size() >= operators_of_long_network && may_plan();
  }

  /// Tries the other planners exactly as they run when the user names them. try_other_planners()
  /// does so only for planners that also plan the weights. With all further planners, it uses
  /// shorter searches and drops placements of feature maps that seem slow. Therefore, only this
  /// function guarantees that no other planner is faster.
  void try_planners_as_they_are() {
    for (const PlannerEntry& entry : planners()) {
      const bool tried = plans_whole(entry) && !begins_from_one_plan();
      if (tried || !takes_part(entry)) continue;
      try {
        NetworkPlan planned = plan_network(network_, request_by(entry));
        if (planned.result.status != PlanStatus::ok) continue;
        consider(std::move(planned), entry.name);
      } catch (const std::exception&) {
        continue;  // The planner has no plan. A user who names this planner gets the error.
      }
    }
  }

  /// Whether the planner also decides how weights reach the processor.
  static bool plans_whole(const PlannerEntry& entry) {
    return entry.planner->chooses_by_time() || entry.planner->plans_weights();
  }

  PlanningRequest request_by(const PlannerEntry& entry) const {
    PlanningRequest request = request_;
    request.planner = entry.name;
    return request;
  }

  bool takes_part(const PlannerEntry& entry) const {
    return entry.name != request_.planner && entry.planner->can_answer() &&
           (!pins_places(request_) || entry.planner->honours_pins(request_.options));
  }

  /// Makes a plan from the placement of feature maps of `peer` and the weight policy `policy`, and
  /// simulates it up to `most` cycles.
  void try_maps(Peer& peer, const std::string& policy, double most) {
    PlanningRequest request = request_;
    request.planner = peer.entry->name;
    request.weights->policy = policy;
    NetworkPlan planned = peer.maps;
    complete_plan(network_, request, planned.plan);
    const double before = cycles_;
    const double cycles = consider_within(std::move(planned), peer.entry->name, most);
    peer.cycles = std::min(peer.cycles, cycles);
    if (cycles < before) best_maps_ = peer;
  }

  /// Decides again about the weights of best_maps_; the placement of its feature maps does not
  /// change. The simple weight policies do not copy weights that are read only once. This time the
  /// policies may also copy such weights.
  void fetch_what_rules_leave() {
    if (!best_maps_ || !weights_are_free(*request_.weights)) return;
    PlanningRequest request = request_;
    bool any = false;
    for (WeightNeed& need : request.weights->needs.operators) {
      any = any || (need.read_once && need.may_be_fetched);
      need.read_once = false;
    }
    if (!any) return;
    complete_plan(network_, request, best_maps_->maps.plan);
    consider(std::move(best_maps_->maps), best_maps_->entry->name);
  }

  /// Tries the best plan again with copies of the made-up constants (constants that lowering adds
  /// and that the network's file does not contain). At this time, the best plan comes from another
  /// planner.
  void fetch_constants() {
    if (!best_ || !may_fetch_constants(request_)) return;
    const WeightNeeds& needs = request_.weights->needs;
    const auto readers = gaining_readers(best_->plan, needs, simulated_);
    NetworkPlan planned = *best_;
    if (search::fetch_constants(needs, readers, planned.plan)) {
      consider(std::move(planned), origin_);
    }
  }

  /// Returns a key that is equal for plans with equal placements of all feature maps.
  static std::vector<std::pair<MemoryIndex, Bytes>> places_of(const NetworkPlan& planned) {
    std::vector<std::pair<MemoryIndex, Bytes>> places;
    for (const Placement& placement : planned.result.placements) {
      places.emplace_back(placement.memory, placement.offset);
    }
    return places;
  }

  /// Returns a limit of cycles. A plan that needs more cycles than this is not kept, because it is
  /// not faster than the best plan so far.
  double below_best() const { return best_ ? std::nextafter(cycles_, 0.0) : too_slow; }

  /// Keeps the plan if it is faster than the best plan so far.
  void consider(NetworkPlan planned, const std::string& origin) {
    consider_within(std::move(planned), origin, below_best());
  }

  /// Keeps the plan if it is faster than the best plan so far, and returns its cycles. Returns
  /// infinity for a plan that needs more than `most` cycles. Planners that reproduce the defects of
  /// a tool can make invalid plans; for an invalid plan, also returns infinity.
  double consider_within(NetworkPlan planned, const std::string& origin, double most) {
    const double cycles = simulated_.within(planned.plan, most);
    if (cycles == too_slow || !validate_plan(planned.plan, network_).empty()) return too_slow;
    if (best_ && cycles >= cycles_) return cycles;
    best_ = std::move(planned);
    cycles_ = cycles;
    origin_ = origin;
    return cycles;
  }

  /// Searches with LadderSearch. The result of LadderSearch does not depend on the plans that other
  /// planners make for the complete memory.
  void search() {
    if (KeptSearches* const kept = request_.weights->kept_searches) {
      search_ = kept->take(request_.weights->search_name);
    }
    WeightPlanning weights = *request_.weights;
    weights.cycles = [this](const Plan& plan) { return simulated_.of(plan); };
    if (!search_) search_ = std::make_unique<LadderSearch>(network_, request_, weights);
    rungs_ = search_->search_up_to(at(request_.memories, request_.arena.front()).capacity, weights);
    const LadderSearch::Best* const own = search_->best(rungs_);
    if (own == nullptr || own->cycles >= cycles_) return;
    best_ = own->planned;
    best_->plan.memories = best_->problem.memories = request_.memories;
    cycles_ = own->cycles;
    origin_ = own->origin;
  }

  /// Stores search_ for later requests. If the user stopped the search, it is incomplete and not
  /// stored.
  void keep_climb() {
    KeptSearches* const kept = request_.weights->kept_searches;
    if (kept == nullptr || !search_ || !search_goes_on({})) return;
    kept->keep(request_.weights->search_name, std::move(search_));
  }

  NetworkPlan finish() {
    if (!best_ && !fallback_) {
      throw UserError(ExitCode::run_failed,
                      "planner " + request_.planner + ": no planner has a valid plan");
    }
    if (!best_) {
      fallback_->plan.planner = request_.planner;
      return *std::move(fallback_);
    }
    best_->plan.planner = request_.planner;
    std::int64_t plans = simulated_.count();
    if (search_) plans += search_->plans_beside(simulated_, rungs_);
    best_->result.note = fmt::format("the fastest of {} plans, by {}{}", plans, origin_,
                                     search_ ? search_->note(rungs_) : "");
    keep_climb();
    return *std::move(best_);
  }

  const Network& network_;
  PlanningRequest request_;  // with a function `time` that simulates equal plans only once
  SimulatedPlans simulated_;
  PlanningProblem problem_;
  std::optional<NetworkPlan> best_;
  // Of the latest best plan whose planner did not also plan the weights: the planner and the
  // placement of feature maps, before the decisions about the weights. Nothing if there was no such
  // plan.
  std::optional<Peer> best_maps_;
  /// The first plan that did not fit; it is the result if no plan fits.
  std::optional<NetworkPlan> fallback_;
  double cycles_ = too_slow;
  // Cycles of the fastest plan in which another planner has placed the feature maps.
  double least_of_peers_ = too_slow;
  std::unique_ptr<LadderSearch> search_;
  std::size_t rungs_ = 0;  // number of LadderSearch's capacities up to that of the fast memory
  std::string origin_;
  std::set<std::vector<std::pair<MemoryIndex, Bytes>>> maps_seen_;
};

}  // namespace

NetworkPlan plan_by_time(const Network& network, const PlanningRequest& request) {
  return Search(network, request).run();
}

}  // namespace spillway::search
