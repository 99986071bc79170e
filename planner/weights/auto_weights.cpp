// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
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

/// The plans of the weight policies from which AutoWeights chooses. Equal plans are stored once.
class Candidates {
 public:
  Candidates(const WeightNeeds& needs, const Plan& plan) : needs_(needs), plan_(plan) {
    if (needs.buffers != no_memory) capacity_ = at(plan.memories, needs.buffers).capacity;
  }

  /// Adds the policy's plan in which weight buffers may use all the free memory. Returns the range
  /// of sizes of the buffer memory for which the policy makes the same plan.
  CapacityRange add(const char* name) {
    Policy policy{&find_weight_policy(name), {}};
    Plan candidate = plan_;
    policy.capacities.push_back(policy.rule->decide(needs_, {}, candidate));
    add(std::move(candidate));
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

  /// Returns the fastest plan; of equally fast plans, the one that was added first.
  Plan take_fastest(const FastestPlan& fastest) {
    return std::move(plans_[plans_.size() > 1 ? fastest(plans_) : 0]);
  }

 private:
  struct Policy {
    const WeightPolicy* rule;
    std::vector<CapacityRange> capacities;
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
    add(std::move(candidate));
  }

  void add(Plan candidate) {
    const auto same = [&](const Plan& other) { return same_flows(other, candidate); };
    if (std::none_of(plans_.begin(), plans_.end(), same)) plans_.push_back(std::move(candidate));
  }

  const WeightNeeds& needs_;
  const Plan& plan_;
  Bytes capacity_ = unlimited;
  std::vector<Policy> policies_;
  std::vector<Plan> plans_;
};

/// Simulates the plans of the policies `in-place`, `vela` and `prefetch`, with all the free memory
/// and with a part of it, and takes the fastest. A plan with less memory can be faster, because
/// early copies compete with other accesses for bandwidth. Reading in place is tried first: it
/// needs no memory, and of equally fast plans the first is taken. On a long network, plans with a
/// part of the memory are not tried. Without a simulator, the policy `vela` decides.
CapacityRange take_fastest_weights(const WeightNeeds& needs, const FastestPlan& fastest,
                                   Plan& plan) {
  if (!fastest) return find_weight_policy("vela").decide(needs, fastest, plan);
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
