// SPDX-License-Identifier: Apache-2.0
#include "planner/latency/plan_by_time.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "planner/inputs_rule.h"
#include "planner/latency/whole_maps.h"
#include "planner/validate.h"

namespace spillway::latency {
namespace {

constexpr const char* any_policy = "auto";

/// What the local search changes: memories of feature maps and the ways of weights.
struct Decision {
  std::vector<MemoryIndex> memory_of;  // per buffer, of the request's; no_memory = not ours
  std::vector<std::size_t> way_of;     // per operator with weights, an index into `ways`
};

const std::vector<const char*> ways = {"in-place", "vela", "prefetch"};
const std::vector<const char*> bases = {"cadence-greedy", "banked-greedy"};

class Search {
 public:
  Search(const Network& network, const PlanningRequest& request)
      : network_(network), request_(request), timing_(*request.weights) {
    free_policy_ = timing_.policy == any_policy;
  }

  NetworkPlan run() {
    try_other_planners();
    if (best_ && request_.arena.size() > 1 && request_.pins.empty()) {
      try_frontier();
    }
    if (best_ && request_.pins.empty()) {
      improve();
    }
    return finish();
  }

 private:
  void try_other_planners() {
    for (const PlannerEntry& entry : planners()) {
      if (entry.planner->chooses_by_time() ||
          (pins_places() && !entry.planner->honours_pins(request_.options))) {
        continue;
      }
      PlanningRequest request = request_;
      request.planner = entry.name;
      if (request.options.search_budget == 0 ||
          request.options.search_budget > smallest_search_budget) {
        request.options.search_budget = smallest_search_budget;
      }
      NetworkPlan planned = plan_feature_maps(network_, request);
      if (planned.result.status == PlanStatus::ok) {
        if (!maps_seen_.insert(places_of(planned)).second) continue;
        complete_plan(network_, request, planned.plan);
        consider(std::move(planned), entry.name);
      } else if (!best_ && !fallback_) {
        fallback_ = std::move(planned);
      }
    }
  }

  /// Equal for plans whose feature maps are all in the same places.
  static std::vector<std::pair<MemoryIndex, Bytes>> places_of(const NetworkPlan& planned) {
    std::vector<std::pair<MemoryIndex, Bytes>> places;
    for (const Placement& placement : planned.result.placements) {
      places.emplace_back(placement.memory, placement.offset);
    }
    return places;
  }

  bool pins_places() const {
    return std::any_of(request_.pins.begin(), request_.pins.end(),
                       [](const TensorPin& pin) { return !pin.outside; });
  }

  /// Keeps the plan when it is faster than the best; true then.
  /// Planners that reproduce a tool's defects can make plans that are not valid; these do not
  /// count.
  bool consider(NetworkPlan planned, const std::string& origin) {
    if (!validate_plan(planned.plan, network_).empty()) {
      return false;
    }
    const double cycles = timing_.time(planned.plan);
    ++simulations_;
    if (best_ && cycles >= cycles_) {
      return false;
    }
    best_ = std::move(planned);
    cycles_ = cycles;
    origin_ = origin;
    return true;
  }

  /// Maps by dynamic programming, with the whole fast memory and with parts of it, which leave room
  /// for copies of weights.
  void try_frontier() {
    constexpr Bytes parts = 8;
    PlanningProblem arena = best_->problem;
    arena.memories.clear();
    for (const MemoryIndex memory : request_.arena) {
      arena.memories.push_back(at(request_.memories, memory));
    }
    const auto rate = [&](MemoryIndex memory) { return at(timing_.needs.bytes_per_cycle, memory); };
    MapCosts costs{timing_.needs.compute_cycles, rate(request_.arena.front()),
                   rate(request_.arena[1])};
    costs.fast_bytes_per_cycle = std::max(costs.fast_bytes_per_cycle, costs.slow_bytes_per_cycle);
    std::set<std::vector<MemoryIndex>> tried;
    for (const Bytes part : {parts, parts - 1, parts - 2, parts / 2, parts / 4}) {
      const Bytes capacity = arena.memories.front().capacity / parts * part;
      std::vector<MemoryIndex> memory_of = fastest_whole_maps(arena, costs, capacity).memory_of;
      if (!tried.insert(memory_of).second) {
        continue;
      }
      for (MemoryIndex& memory : memory_of) {
        memory = at(request_.arena, memory);
      }
      for (const char* base : bases) {
        PlanningRequest request = with_pins(memory_of, base);
        NetworkPlan planned = plan_network(network_, request);
        if (planned.result.status == PlanStatus::ok) {
          consider(std::move(planned), "dynamic programming");
        }
      }
    }
  }

  PlanningRequest with_pins(const std::vector<MemoryIndex>& memory_of, const char* base) const {
    PlanningRequest request = request_;
    request.planner = base;
    request.options = {};
    request.options.inputs_in = request_.options.inputs_in;
    const std::vector<Buffer>& buffers = best_->problem.buffers;
    const std::vector<bool> ruled = ruled_buffers(best_->problem, request_.options.inputs_in);
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      if (memory_of[i] != no_memory && buffers[i].kind == TensorKind::activation &&
          !buffers[i].skipped && !ruled[i]) {
        TensorPin pin;
        pin.tensor = buffers[i].tensor;
        pin.memory = memory_of[i];
        request.pins.push_back(pin);
      }
    }
    return request;
  }

  /// Memories and ways of the best plan so far.
  Decision decision_of_best() const {
    Decision decision;
    for (const Placement& placement : best_->result.placements) {
      decision.memory_of.push_back(placement.memory);
    }
    for (const WeightNeed& need : timing_.needs.operators) {
      const WeightFlow* flow = flow_of(best_->plan, need.op);
      decision.way_of.push_back(flow == nullptr || flow->in_place() ? 0
                                : flow->slices.size() > 1           ? 1
                                                                    : 2);
    }
    return decision;
  }

  /// Single changes of the best plan, the largest objects first, until the budget is spent or
  /// nothing helps any more.
  void improve() {
    const std::int64_t last =
        simulations_ +
        (request_.options.search_budget > 0 ? request_.options.search_budget : default_simulations);
    bool better = true;
    while (better && simulations_ < last) {
      better = false;
      Decision current = decision_of_best();
      for (const std::size_t map : maps_by_size()) {
        for (std::size_t i = 0; i < request_.arena.size() && simulations_ < last; ++i) {
          better = try_memory(current, map, request_.arena[i]) || better;
        }
      }
      for (std::size_t i = 0; free_policy_ && i < current.way_of.size(); ++i) {
        for (std::size_t way = 0; way < ways.size() && simulations_ < last; ++way) {
          better = try_way(current, i, way) || better;
        }
      }
    }
  }

  std::vector<std::size_t> maps_by_size() const {
    const std::vector<Buffer>& buffers = best_->problem.buffers;
    const std::vector<bool> ruled = ruled_buffers(best_->problem, request_.options.inputs_in);
    std::vector<std::size_t> maps;
    for (std::size_t i = 0; i < buffers.size() && request_.arena.size() > 1; ++i) {
      if (buffers[i].kind == TensorKind::activation && !buffers[i].skipped && !ruled[i]) {
        maps.push_back(i);
      }
    }
    std::stable_sort(maps.begin(), maps.end(), [&](std::size_t a, std::size_t b) {
      return buffers[a].size > buffers[b].size;
    });
    return maps;
  }

  bool try_memory(Decision& current, std::size_t map, MemoryIndex memory) {
    const MemoryIndex before = current.memory_of[map];
    if (before == memory || before == no_memory) {
      return false;
    }
    current.memory_of[map] = memory;
    if (try_decision(current)) {
      return true;
    }
    current.memory_of[map] = before;
    return false;
  }

  bool try_way(Decision& current, std::size_t need, std::size_t way) {
    const std::size_t before = current.way_of[need];
    if (before == way || !timing_.needs.operators[need].may_be_fetched) {
      return false;
    }
    current.way_of[need] = way;
    if (try_decision(current)) {
      return true;
    }
    current.way_of[need] = before;
    return false;
  }

  bool try_decision(const Decision& decision) {
    for (const char* base : bases) {
      std::optional<NetworkPlan> planned = realise(decision, base);
      if (planned && consider(*std::move(planned), "local search")) {
        return true;
      }
    }
    return false;
  }

  /// The plan that a decision stands for; none when it does not fit.
  std::optional<NetworkPlan> realise(const Decision& decision, const char* base) const {
    PlanningRequest request = with_pins(decision.memory_of, base);
    request.weights.reset();
    request.constants = no_memory;
    NetworkPlan planned = plan_network(network_, request);
    if (planned.result.status != PlanStatus::ok) {
      return std::nullopt;
    }
    PlanningRequest rest = request_;
    if (free_policy_) {
      for (std::size_t way = ways.size(); way-- > 0;) {
        WeightNeeds needs = timing_.needs;
        needs.operators.clear();
        for (std::size_t i = 0; i < decision.way_of.size(); ++i) {
          if (decision.way_of[i] == way) {
            needs.operators.push_back(timing_.needs.operators[i]);
          }
        }
        find_weight_policy(ways[way]).policy->decide(needs, {}, planned.plan);
      }
      sort_flows(planned.plan);
      rest.weights->policy = ways.front();
    }
    if (complete_plan(network_, rest, planned.plan) > 0) {
      return std::nullopt;
    }
    return planned;
  }

  /// Flows in the order of operators, as policies leave them.
  static void sort_flows(Plan& plan) {
    std::stable_sort(plan.weights.begin(), plan.weights.end(),
                     [](const WeightFlow& a, const WeightFlow& b) { return a.op < b.op; });
  }

  NetworkPlan finish() {
    if (!best_) {
      fallback_->plan.planner = request_.planner;
      return *std::move(fallback_);
    }
    best_->plan.planner = request_.planner;
    best_->result.note = fmt::format("the fastest of {} plans, by {}", simulations_, origin_);
    return *std::move(best_);
  }

  const Network& network_;
  const PlanningRequest& request_;
  const WeightPlanning& timing_;
  bool free_policy_ = false;
  std::optional<NetworkPlan> best_;
  std::optional<NetworkPlan> fallback_;  // the first that did not fit, when none does
  double cycles_ = std::numeric_limits<double>::infinity();
  std::string origin_;
  std::int64_t simulations_ = 0;
  std::set<std::vector<std::pair<MemoryIndex, Bytes>>> maps_seen_;
};

}  // namespace

NetworkPlan plan_by_time(const Network& network, const PlanningRequest& request) {
  return Search(network, request).run();
}

}  // namespace spillway::latency
