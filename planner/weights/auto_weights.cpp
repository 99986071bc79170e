// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/planner.h"
#include "planner/weights/flow_builder.h"
#include "planner/weights/registry.h"

namespace spillway {
namespace {

bool same_slices(const WeightFlow& a, const WeightFlow& b) {
  const auto same = [](const WeightFlowSlice& x, const WeightFlowSlice& y) {
    return std::tie(x.first_channel, x.weights, x.scales, x.fetch_at) ==
           std::tie(y.first_channel, y.weights, y.scales, y.fetch_at);
  };
  return std::equal(a.slices.begin(), a.slices.end(), b.slices.begin(), b.slices.end(), same);
}

/// Whether two plans have equal weight flows through equal buffers.
bool same_flows(const Plan& a, const Plan& b) {
  const auto same_flow = [](const WeightFlow& x, const WeightFlow& y) {
    return x.op == y.op && x.buffers == y.buffers && same_slices(x, y);
  };
  const auto same_place = [](const Residency& x, const Residency& y) {
    return std::tie(x.tensor, x.memory, x.offset, x.size, x.lower, x.upper) ==
           std::tie(y.tensor, y.memory, y.offset, y.size, y.lower, y.upper);
  };
  return std::equal(a.weights.begin(), a.weights.end(), b.weights.begin(), b.weights.end(),
                    same_flow) &&
         std::equal(a.residencies.begin(), a.residencies.end(), b.residencies.begin(),
                    b.residencies.end(), same_place);
}

/// Returns, per operator, whether its time can differ between plans `a` and `b`. The time of an
/// operator can differ if its weight flows differ. The times of the preceding operators can then
/// differ, too, from the first fetch of these flows on. Differences in the offsets of buffers are
/// ignored.
std::vector<bool> operators_between(const Plan& a, const Plan& b, std::size_t operators) {
  std::vector<bool> differs(operators, false);
  const auto mark = [&](const WeightFlow& flow) {
    TimeStep first = step_of(flow.op);
    for (const WeightFlowSlice& slice : flow.slices) {
      if (!flow.in_place()) first = std::min(first, slice.fetch_at);
    }
    for (TimeStep step = std::max(1, first); step <= step_of(flow.op); ++step) {
      differs[static_cast<std::size_t>(step - 1)] = true;
    }
  };
  for (std::size_t i = 0; i < a.weights.size(); ++i) {
    const WeightFlow& x = a.weights[i];
    const WeightFlow& y = b.weights[i];
    if (x.buffers.size() == y.buffers.size() && same_slices(x, y)) continue;
    mark(x);
    mark(y);
  }
  return differs;
}

/// Estimates whether another plan could be faster than the best of `plans`. In `plans`, weight
/// buffers may use all the free memory; the simulated time of the best of these plans is known.
class KnownTimes {
 public:
  KnownTimes(const FastestPlan& fastest, const std::vector<Plan>& plans, std::size_t best)
      : fastest_(fastest), plans_(plans), best_(best), expected_(plans.size()) {
    if (fastest_.cycles) best_cycles_ = fastest_.cycles(plans_[best_]);
  }

  /// Whether `plan`, which differs little from plan `like`, could be faster than the best plan by
  /// at least 0.1 %. Operators with equal weight flows are assumed to take as long as in `like`.
  /// All other operators are assumed to wait only as long as their lower bounds require.
  bool may_gain(const Plan& plan, std::size_t like) const {
    constexpr double worth = 0.001;
    if (!fastest_.cycles) return true;
    const SimulatedCycles& alike = expected(like);
    if (alike.waiting.empty()) return true;
    const double enough = best_cycles_.total * (1 - worth);
    const std::vector<bool> differs = operators_between(plan, plans_[like], alike.waiting.size());
    double cycles = alike.total;
    for (std::size_t op = 0; op < differs.size(); ++op) {
      if (differs[op]) cycles -= alike.waiting[op];
    }
    if (cycles >= enough) return false;
    const SimulatedCycles least = fastest_.at_least(plan);
    if (least.operators.empty()) return true;
    for (std::size_t op = 0; op < differs.size(); ++op) {
      if (differs[op]) cycles += least_waiting(alike, least, op);
    }
    return cycles < enough;
  }

 private:
  // Returns a lower bound of the waiting time of `op` (cycles in which no engine works). `alike`
  // has the times of a similar plan, `least` the lower bounds of the operators' times.
  static double least_waiting(const SimulatedCycles& alike, const SimulatedCycles& least,
                              std::size_t op) {
    const double working = alike.operators[op] - alike.waiting[op];
    return std::clamp(least.operators[op] - working, 0.0, alike.waiting[op]);
  }

  // Returns the times of a plan. For the best plan, these are the simulated times. For another
  // plan, they are lower bounds of its times, increased so that their total is at least the total
  // of the best plan. The increase is divided among the operators in proportion to the difference
  // between the best plan's times and its lower bounds.
  const SimulatedCycles& expected(std::size_t plan) const {
    if (plan == best_) return best_cycles_;
    std::optional<SimulatedCycles>& known = expected_[plan];
    if (known) return *known;
    known = fastest_.at_least(plans_[plan]);
    const double missing = best_cycles_.total - known->total;
    if (known->waiting.empty() || missing <= 0) return *known;
    const std::vector<double> gaps = gaps_of_best();
    const double all = std::accumulate(gaps.begin(), gaps.end(), 0.0);
    known->total = best_cycles_.total;
    for (std::size_t op = 0; op < gaps.size(); ++op) {
      const double waits = all > 0 ? missing * gaps[op] / all : 0;
      known->operators[op] += waits;
      known->waiting[op] += waits;
    }
    return *known;
  }

  // Returns, per operator, the difference between the best plan's time and its lower bound.
  std::vector<double> gaps_of_best() const {
    const SimulatedCycles least = fastest_.at_least(plans_[best_]);
    std::vector<double> gaps;
    for (std::size_t op = 0; op < least.operators.size(); ++op) {
      gaps.push_back(std::max(0.0, best_cycles_.operators[op] - least.operators[op]));
    }
    return gaps;
  }

  const FastestPlan& fastest_;
  const std::vector<Plan>& plans_;
  const std::size_t best_;
  SimulatedCycles best_cycles_;
  mutable std::vector<std::optional<SimulatedCycles>> expected_;
};

/// The plans of the weight policies from which AutoWeights chooses. Equal plans are stored once.
class Candidates {
 public:
  Candidates(const WeightNeeds& needs, const Plan& plan) : needs_(needs), plan_(plan) {
    if (needs.buffers != no_memory) capacity_ = at(plan.memories, needs.buffers).capacity;
  }

  /// Adds the policy's plan in which weight buffers may use all the free memory. Returns the range
  /// of sizes of the buffer memory for which the policy makes the same plan.
  CapacityRange add(const char* name) {
    Policy policy{&find_weight_policy(name), 0, {}};
    Plan candidate = plan_;
    policy.capacities.push_back(policy.rule->decide(needs_, {}, candidate));
    const auto same = std::find_if(plans_.begin(), plans_.end(),
                                   [&](const Plan& other) { return same_flows(other, candidate); });
    policy.plan = static_cast<std::size_t>(same - plans_.begin());
    if (same == plans_.end()) plans_.push_back(std::move(candidate));
    policies_.push_back(std::move(policy));
    return policies_.back().capacities.front();
  }

  /// Adds the plans that each policy makes if its weight buffers may use only a part of the fast
  /// memory; smaller_ends() chooses these parts.
  void add_smaller() {
    const std::vector<Bytes> ends = smaller_ends();
    for (Policy& policy : policies_) {
      for (const Bytes end : ends) add_smaller(policy, end);
    }
  }

  /// Returns the fastest plan. A plan of add_smaller() is simulated only if its estimate is at
  /// least 0.1 % better than the best plan (KnownTimes::may_gain()).
  Plan take_fastest(const FastestPlan& fastest) {
    const std::size_t best = plans_.size() > 1 ? fastest.of(plans_) : 0;
    if (smaller_.empty()) return std::move(plans_[best]);
    std::vector<Plan> timed = {plans_[best]};
    const KnownTimes times(fastest, plans_, best);
    for (Smaller& smaller : smaller_) {
      if (times.may_gain(smaller.plan, smaller.like)) timed.push_back(std::move(smaller.plan));
    }
    return std::move(timed[timed.size() > 1 ? fastest.of(timed) : 0]);
  }

 private:
  struct Policy {
    const WeightPolicy* rule;
    std::size_t plan;  // index in `plans_` of the policy's plan with all the free memory
    std::vector<CapacityRange> capacities;
  };
  struct Smaller {
    Plan plan;
    std::size_t like;  // index in `plans_` of the same policy's plan with all the free memory
  };

  /// Returns addresses for add_smaller(): in the plan for an address, no weight buffer may end
  /// above this address. The addresses are 4, 8, 16, ... KiB above everything else in the memory.
  /// They do not depend on the memory's size, so the addresses of a smaller memory are also
  /// addresses of a larger memory.
  std::vector<Bytes> smaller_ends() const {
    constexpr Bytes smallest = 4096;
    constexpr Bytes growth = 2;
    std::vector<Bytes> ends;
    if (needs_.buffers == no_memory) return ends;
    Bytes top = 0;
    for (const Residency& residency : plan_.residencies) {
      if (residency.memory == needs_.buffers) {
        top = std::max(top, residency.offset + residency.size);
      }
    }
    top = round_up(top, needs_.alignment);
    for (Bytes bytes = smallest; top + bytes < capacity_ && bytes < unlimited / growth;
         bytes *= growth) {
      ends.push_back(top + bytes);
      if (ends.size() > 16) break;
    }
    return ends;
  }

  void add_smaller(Policy& policy, Bytes end) {
    const bool known = std::any_of(policy.capacities.begin(), policy.capacities.end(),
                                   [&](const CapacityRange& range) { return range.contain(end); });
    if (known) return;
    Plan candidate = plan_;
    at(candidate.memories, needs_.buffers).capacity = end;
    policy.capacities.push_back(policy.rule->decide(needs_, {}, candidate));
    candidate.memories = plan_.memories;
    const auto same = [&](const Plan& other) { return same_flows(other, candidate); };
    if (std::any_of(plans_.begin(), plans_.end(), same)) return;
    if (std::any_of(smaller_.begin(), smaller_.end(),
                    [&](const Smaller& other) { return same(other.plan); })) {
      return;
    }
    smaller_.push_back({std::move(candidate), policy.plan});
  }

  const WeightNeeds& needs_;
  const Plan& plan_;
  Bytes capacity_ = unlimited;
  std::vector<Policy> policies_;
  std::vector<Plan> plans_;
  std::vector<Smaller> smaller_;
};

/// Simulates the plans of the policies `in-place`, `vela` and `prefetch`, with all the free memory
/// and with a part of it, and takes the fastest. A plan with less memory can be faster, because
/// early copies compete with other accesses for bandwidth. Reading in place is tried first: it
/// needs no memory, and of equally fast plans the first is taken. On a long network, plans with a
/// part of the memory are not tried. Without a simulator, the policy `vela` decides.
CapacityRange take_fastest_weights(const WeightNeeds& needs, const FastestPlan& fastest,
                                   Plan& plan) {
  if (!fastest.of) return find_weight_policy("vela").decide(needs, fastest, plan);
  Candidates candidates(needs, plan);
  CapacityRange same;
  for (const char* name : {"in-place", "vela", "prefetch"}) {
    const CapacityRange range = candidates.add(name);
    same = {std::max(same.from, range.from), std::min(same.below, range.below)};
  }
  if (needs.compute_cycles.size() < operators_of_long_network) candidates.add_smaller();
  plan = candidates.take_fastest(fastest);
  return same;
}

}  // namespace

WeightPolicy auto_weights() {
  return {"auto", "the fastest of the others in the simulator", take_fastest_weights};
}

}  // namespace spillway
