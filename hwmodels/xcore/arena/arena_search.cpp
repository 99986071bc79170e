// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/arena/arena_search.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/xcore/lower/passes.h"
#include "planner/checks/validate.h"
#include "planner/planner.h"
#include "planner/search/simulated_plans.h"

namespace spillway::xcore {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr std::int64_t default_simulations = 300;
constexpr int most_attempts = 300;  // attempts to find sets of tensors that fit together
constexpr int rungs = 12;           // the search also plans for up to this many smaller SRAM sizes
constexpr Bytes rungs_per_octave = 32;
constexpr const char* near = "sram";
constexpr const char* far = "extram";

/// A tensor that can be in SRAM or in external RAM.
struct Candidate {
  std::size_t tensor = 0;
  Role role = Role::activation;
  double saved = 0;  // cycles that the network saves if only this tensor is in SRAM
};

/// Calls `take` with the plan and the name of every planner that does not choose by simulated time
/// and that can answer. Each planner runs with the same options as if the user had named this
/// planner. Planners that fail are skipped.
template <typename Take>
void ask_other_planners(const ArenaProblem& problem, const Target& target,
                        const ArenaOptions& options, const Take& take) {
  for (const PlannerEntry& entry : planners()) {
    if (entry.planner->chooses_by_time() || !entry.planner->can_answer()) continue;
    ArenaOptions asked = options;
    asked.planner = entry.name;
    try {
      take(plan_arena(problem, target, asked), entry.name);
    } catch (const std::exception&) {
      continue;  // The planner failed. The error appears only if the user names this planner.
    }
  }
}

class ArenaSearch {
 public:
  ArenaSearch(const Network& network, const Target& target, const ArenaOptions& options,
              const PlanTime& time, KnownNeeds& needs)
      : network_(network),
        problem_(network, options),
        target_(target),
        near_capacity_(target_.memories[memory_index(target_, near)].capacity),
        options_(options),
        needs_(problem_, everything_far(), near, needs),
        simulated_([time](const Plan& plan) {
          return SimulatedCycles{time(plan), {}};
        }) {}

  ArenaPlan run() {
    try_arenas();
    move_objects();
    try_other_planners();
    if (cycles_ == never) {
      best_ = plan_arena(problem_, target_, everything_far());
    } else {
      best_.network_plan.result.note = "the fastest of " + std::to_string(simulated_.count()) +
                                       " plans in the simulator, by " + origin_;
    }
    best_.network_plan.plan.planner = options_.planner;
    return std::move(best_);
  }

 private:
  /// Returns the allocators to try for a single memory; if the user names an allocator, only this
  /// allocator.
  std::vector<std::string> allocators() const {
    const std::string& chosen = options_.planner_options.allocator;
    if (!chosen.empty()) return {chosen};
    return {"xformer", "tflm-greedy"};
  }

  ArenaOptions named(const char* arena, const std::string& planner) const {
    ArenaOptions options = arena_named(arena);
    options.constants = options_.constants;
    options.rules = options_.rules;
    options.replan = options_.replan;
    options.planner = planner;
    options.planner_options = options_.planner_options;
    // Each planner works with its default budget (0). The user's budget limits the number of plans
    // of this search, not the work of each planner.
    options.planner_options.search_budget = 0;
    return options;
  }

  ArenaOptions everything_far() const {
    ArenaOptions options = named(far, allocators().front());
    if (options.constants == near) options.constants = far;
    return options;
  }

  void try_arenas() {
    for (const char* arena : {"sram", "split", "extram"}) {
      for (const std::string& planner : allocators()) consider(named(arena, planner), arena);
    }
    for (const char* planner : {"belady", "banked-greedy", "cadence-greedy", "size-threshold"}) {
      for (const char* arena : {"sram", "split"}) {
        ArenaOptions both = named(arena, planner);
        both.both = true;
        descend([&] { return both; }, planner);
      }
    }
  }

  /// Considers the plans of all other planners, so that the plan of the search is never slower than
  /// one of these plans.
  void try_other_planners() {
    ask_other_planners(
        problem_, target_, options_,
        [this](const ArenaPlan& plan, const auto& name) { consider_plan(plan, name); });
  }

  /// Considers the plans that `make` proposes for the whole SRAM and for some smaller sizes.
  /// Smaller sizes are tried because their plans are also valid for the whole SRAM and can be
  /// faster. The smaller sizes come from a series that is the same for all targets.
  template <typename Make>
  void descend(const Make& make, const char* origin) {
    Bytes& capacity = near_memory().capacity;
    for (int rung = 0; rung <= (is_quick() ? 0 : rungs); ++rung) {
      const std::optional<Bytes> needed = consider(make(), origin);
      if (!needed || *needed == 0) break;
      capacity = rung_below(std::min(capacity, *needed));
    }
    capacity = near_capacity_;
  }

  /// Returns the largest size below `capacity` in a fixed series of sizes. Between two powers of
  /// two, the sizes of the series are evenly spaced.
  static Bytes rung_below(Bytes capacity) {
    Bytes octave = 1;
    while (2 * octave < capacity) octave *= 2;
    const Bytes step = std::max<Bytes>(1, octave / rungs_per_octave);
    return (capacity - 1) / step * step;
  }

  /// Whether the budget is so small that only few plans can be simulated. With such a budget,
  /// smaller SRAM sizes are not tried.
  bool is_quick() const {
    const std::int64_t budget = options_.planner_options.search_budget;
    return budget > 0 && budget < default_simulations;
  }

  MemorySpec& near_memory() { return target_.memories[memory_index(target_, near)]; }

  /// Simulates the plan and keeps it if it is the fastest plan so far. Returns the bytes of SRAM
  /// that the plan needs; nullopt if the plan does not fit.
  std::optional<Bytes> consider(const ArenaOptions& options, const char* origin) {
    return consider_plan(plan_arena(problem_, target_, options), origin);
  }

  std::optional<Bytes> consider_plan(ArenaPlan plan, const std::string& origin) {
    if (plan.network_plan.result.status != PlanStatus::ok) return std::nullopt;
    name_capacity(plan.network_plan);
    const Bytes needed = near_bytes(plan.network_plan.plan);
    const double cycles = considered_ = simulated_.of(plan.network_plan.plan).total;
    if (cycles < cycles_ && validate_plan(plan.network_plan.plan, network_).empty()) {
      best_ = std::move(plan);
      cycles_ = cycles;
      origin_ = origin;
    }
    return needed;
  }

  static Bytes near_bytes(const Plan& plan) {
    Bytes end = 0;
    for (const Residency& home : plan.residencies) {
      if (at(plan.memories, home.memory).name == near) end = std::max(end, home.offset + home.size);
    }
    return end;
  }

  /// Sets the capacity of SRAM in the plan to the SRAM's real capacity, because the search can have
  /// made the plan for less. A plan for less SRAM is also valid for the real capacity.
  void name_capacity(NetworkPlan& plan) const {
    for (std::vector<MemorySpace>* memories : {&plan.plan.memories, &plan.problem.memories}) {
      for (MemorySpace& memory : *memories) {
        if (memory.name == near) memory.capacity = near_capacity_;
      }
    }
  }

  /// Moves tensors from external RAM into SRAM while there is space, in three orders: small tensors
  /// first, buffers that loads fill first, and tensors that save most time per byte first. The
  /// third order is left out if the budget does not allow one simulation per tensor.
  void move_objects() {
    ArenaOptions options = everything_far();
    if (!consider(options, far)) return;
    const double alone = considered_;
    options.homes.assign(network_.tensors.size(), "");
    std::vector<Candidate> candidates = movable();
    const auto smaller = [&](const Candidate& a, const Candidate& b) {
      return bytes_of(a) < bytes_of(b);
    };
    std::stable_sort(candidates.begin(), candidates.end(), smaller);
    fill(options, candidates, "the small first");
    const auto lands = [&](const Candidate& of) { return of.role == Role::landing; };
    std::stable_partition(candidates.begin(), candidates.end(), lands);
    fill(options, candidates, "landing buffers first");
    const std::int64_t budget = options_.planner_options.search_budget;
    const auto simulations = static_cast<std::int64_t>(candidates.size());
    if (simulations > (budget > 0 ? budget : default_simulations)) return;
    judge(options, alone, candidates);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](const Candidate& a, const Candidate& b) {
                       return a.saved * bytes_of(b) > b.saved * bytes_of(a);
                     });
    fill(options, candidates, "what objects save one by one");
  }

  void fill(const ArenaOptions& none, const std::vector<Candidate>& candidates,
            const char* origin) {
    const auto filled = [&] {
      ArenaOptions options = none;
      attempts_ = 0;
      add(options, candidates, 0, candidates.size());
      return options;
    };
    descend(filled, origin);
  }

  /// Moves the candidates [first, last) into SRAM if they fit. If they do not fit together, tries
  /// the first and the second half of them separately.
  void add(ArenaOptions& options, const std::vector<Candidate>& candidates, std::size_t first,
           std::size_t last) {
    if (first == last || attempts_ == most_attempts) return;
    ++attempts_;
    for (std::size_t i = first; i < last; ++i) options.homes[candidates[i].tensor] = near;
    if (needs_.fit(target_, options)) return;
    for (std::size_t i = first; i < last; ++i) options.homes[candidates[i].tensor].clear();
    if (last - first == 1) return;
    const std::size_t middle = first + (last - first) / 2;
    add(options, candidates, first, middle);
    add(options, candidates, middle, last);
  }

  double bytes_of(const Candidate& candidate) const {
    return static_cast<double>(network_.tensors[candidate.tensor].bytes);
  }

  void judge(ArenaOptions options, double alone, std::vector<Candidate>& candidates) {
    for (Candidate& candidate : candidates) {
      options.homes[candidate.tensor] = near;
      const bool fits = consider(options, "what objects save one by one").has_value();
      options.homes[candidate.tensor].clear();
      candidate.saved = fits ? std::max(0.0, alone - considered_) : 0;
    }
  }

  std::vector<Candidate> movable() const {
    std::vector<Candidate> candidates;
    const std::vector<TensorRole>& roles = problem_.roles;
    for (std::size_t i = 0; i < network_.tensors.size(); ++i) {
      if (may_move(i, roles[i])) candidates.push_back({i, roles[i].role, 0});
    }
    return candidates;
  }

  /// Whether the search can place the tensor in SRAM or in external RAM. The search cannot place
  /// the constants of loads, or constants that are so small that they are part of the program.
  bool may_move(std::size_t tensor, const TensorRole& role) const {
    if (network_.tensors[tensor].bytes == 0) return false;
    if (role.role != Role::constant) return true;
    return role.op >= 0 && network_.tensors[tensor].bytes > load_threshold &&
           !is_load(at(network_.operators, role.op).type_name);
  }

  const Network& network_;
  const ArenaProblem problem_;
  Target target_;  // has less SRAM while descend() tries smaller sizes
  Bytes near_capacity_;
  const ArenaOptions& options_;
  ArenaNeeds needs_;
  search::SimulatedPlans simulated_;
  ArenaPlan best_;
  double cycles_ = never;
  double considered_ = never;  // cycles of the last plan that was considered
  std::string origin_;
  int attempts_ = 0;
};

}  // namespace

ArenaPlan fastest_arena(const Network& network, const Target& target, const ArenaOptions& options,
                        const PlanTime& time, KnownNeeds& needs) {
  return ArenaSearch(network, target, options, time, needs).run();
}

ArenaPlan fastest_of_planners(const Network& network, const Target& target,
                              const ArenaOptions& options, const PlanTime& time) {
  ArenaPlan best;
  double fewest = never;
  std::string origin;
  ask_other_planners({network, options}, target, options,
                     [&](ArenaPlan plan, const std::string& name) {
                       const NetworkPlan& planned = plan.network_plan;
                       if (planned.result.status != PlanStatus::ok) return;
                       if (!validate_plan(planned.plan, network).empty()) return;
                       const double cycles = time(planned.plan);
                       if (cycles >= fewest) return;
                       fewest = cycles;
                       best = std::move(plan);
                       origin = name;
                     });
  if (fewest == never) return plan_arena(network, target, options);
  best.network_plan.result.note = "the fastest of all planners in the simulator, by " + origin;
  best.network_plan.plan.planner = options.planner;
  return best;
}

}  // namespace spillway::xcore
