// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>
#include <utility>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/weights/known_decisions.h"
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

/// The ways that the other policies find, each once.
class Candidates {
 public:
  Candidates(const WeightNeeds& needs, const Plan& plan) : needs_(needs), plan_(plan) {
    if (needs.buffers != no_memory) capacity_ = at(plan.memories, needs.buffers).capacity;
  }

  /// With room up to `end`, and no further than there is.
  SameRooms add(const char* name, Bytes end = unlimited) {
    const WeightPolicyEntry& entry = find_weight_policy(name);
    const Bytes size = std::min(capacity_, end);
    for (const Tried& tried : tried_) {
      if (tried.policy == &entry && tried.rooms.contain(size)) return tried.rooms;
    }
    Plan candidate = plan_;
    if (needs_.buffers != no_memory) at(candidate.memories, needs_.buffers).capacity = size;
    const SameRooms rooms = entry.policy->decide(needs_, {}, candidate);
    tried_.push_back({&entry, rooms});
    candidate.memories = plan_.memories;
    const bool known = std::any_of(plans_.begin(), plans_.end(),
                                   [&](const Plan& other) { return same_ways(other, candidate); });
    if (!known) plans_.push_back(std::move(candidate));
    return rooms;
  }

  /// Ends of the room for buffers that do not depend on the size of the memory, but on what is in
  /// it already: a larger memory offers what a smaller one does.
  std::vector<Bytes> smaller_rooms() const {
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
    for (Bytes room = smallest; top + room < capacity_ && room < unlimited / growth;
         room *= growth) {
      ends.push_back(top + room);
      if (ends.size() > 16) break;
    }
    return ends;
  }

  std::vector<Plan>& plans() { return plans_; }

 private:
  struct Tried {
    const WeightPolicyEntry* policy;
    SameRooms rooms;
  };

  const WeightNeeds& needs_;
  const Plan& plan_;
  Bytes capacity_ = unlimited;
  std::vector<Tried> tried_;
  std::vector<Plan> plans_;
};

/// The fastest of the other policies, as simulated, with all the room that there is and with less
/// of it: what is copied early keeps others from the memory, so that more room can make a rule
/// slower. In place first: a copy that gains nothing is not worth its room.
class AutoWeights : public WeightPolicy {
 public:
  SameRooms decide(const WeightNeeds& needs, const FastestPlan& fastest,
                   Plan& plan) const override {
    if (!fastest.of) return find_weight_policy("vela").policy->decide(needs, fastest, plan);
    // Constants beside the buffers may not fit into a memory of another size.
    const bool may_know =
        fastest.known && needs.buffers != no_memory && needs.buffers != needs.constants;
    if (may_know) {
      if (const SameRooms* const rooms = fastest.known->take(needs.buffers, plan)) return *rooms;
    }
    Candidates candidates(needs, plan);
    candidates.add("in-place");
    const std::vector<Bytes> smaller = candidates.smaller_rooms();
    SameRooms same;
    for (const char* name : {"vela", "prefetch"}) {
      const SameRooms rooms = candidates.add(name);
      same = {std::max(same.from, rooms.from), std::min(same.below, rooms.below)};
      for (const Bytes end : smaller) candidates.add(name, end);
    }
    std::vector<Plan>& plans = candidates.plans();
    Plan& best = plans[plans.size() > 1 ? fastest.of(plans) : 0];
    if (may_know) fastest.known->add(plan, best, same);
    plan = std::move(best);
    return same;
  }
};

}  // namespace

WeightPolicyEntry auto_weights() {
  return {"auto", "the fastest of the others in the simulator", std::make_unique<AutoWeights>()};
}

}  // namespace spillway
