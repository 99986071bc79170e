// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>
#include <utility>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/weights/registry.h"

namespace spillway {
namespace {

/// The same ways of weights through the same buffers.
bool same_ways(const Plan& a, const Plan& b) {
  const auto same_slice = [](const WeightFlowSlice& x, const WeightFlowSlice& y) {
    return std::tie(x.first_channel, x.weights, x.scales, x.fetch_at) ==
           std::tie(y.first_channel, y.weights, y.scales, y.fetch_at);
  };
  const auto same_flow = [&](const WeightFlow& x, const WeightFlow& y) {
    return x.op == y.op && x.buffers == y.buffers &&
           std::equal(x.slices.begin(), x.slices.end(), y.slices.begin(), y.slices.end(),
                      same_slice);
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

/// The fastest of the other policies, as simulated, with all the room that there is and with less
/// of it: what is copied early keeps others from the memory, so that more room can make a rule
/// slower. In place first: a copy that gains nothing is not worth its room.
class AutoWeights : public WeightPolicy {
 public:
  void decide(const WeightNeeds& needs, const FastestPlan& fastest, Plan& plan) const override {
    if (!fastest) {
      find_weight_policy("vela").policy->decide(needs, fastest, plan);
      return;
    }
    std::vector<Plan> candidates;
    std::vector<Bytes> rooms = {unlimited};
    add_candidates(needs, {"in-place"}, rooms, plan, candidates);
    const std::vector<Bytes> smaller = smaller_rooms(needs, plan);
    rooms.insert(rooms.end(), smaller.begin(), smaller.end());
    add_candidates(needs, {"vela", "prefetch"}, rooms, plan, candidates);
    plan = std::move(candidates[candidates.size() > 1 ? fastest(candidates) : 0]);
  }

 private:
  /// Ends of the room for buffers that do not depend on the size of the memory, but on what is in
  /// it already: a larger memory offers what a smaller one does.
  static std::vector<Bytes> smaller_rooms(const WeightNeeds& needs, const Plan& plan) {
    constexpr Bytes smallest = 4096;
    constexpr Bytes growth = 2;
    std::vector<Bytes> ends;
    if (needs.buffers == no_memory) return ends;
    Bytes top = 0;
    for (const Residency& residency : plan.residencies) {
      if (residency.memory == needs.buffers) {
        top = std::max(top, residency.offset + residency.size);
      }
    }
    top = round_up(top, needs.alignment);
    const Bytes capacity = at(plan.memories, needs.buffers).capacity;
    for (Bytes room = smallest; top + room < capacity && room < unlimited / growth;
         room *= growth) {
      ends.push_back(top + room);
      if (ends.size() > 16) break;
    }
    return ends;
  }

  static void add_candidates(const WeightNeeds& needs, const std::vector<const char*>& policies,
                             const std::vector<Bytes>& rooms, const Plan& plan,
                             std::vector<Plan>& candidates) {
    for (const char* name : policies) {
      for (const Bytes room : rooms) {
        Plan candidate = plan;
        if (needs.buffers != no_memory) {
          Bytes& capacity = at(candidate.memories, needs.buffers).capacity;
          capacity = std::min(capacity, room);
        }
        find_weight_policy(name).policy->decide(needs, {}, candidate);
        candidate.memories = plan.memories;
        const bool known =
            std::any_of(candidates.begin(), candidates.end(),
                        [&](const Plan& other) { return same_ways(other, candidate); });
        if (!known) candidates.push_back(std::move(candidate));
      }
    }
  }
};

}  // namespace

WeightPolicyEntry auto_weights() {
  return {"auto", "the fastest of the others in the simulator", std::make_unique<AutoWeights>()};
}

}  // namespace spillway
