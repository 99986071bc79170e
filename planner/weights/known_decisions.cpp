// SPDX-License-Identifier: Apache-2.0
#include "planner/weights/known_decisions.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/index.h"

namespace spillway {
namespace {

// Planners are swept faster than sizes. A decision for MobileNetV2 takes about 50 KB.
constexpr std::size_t most_decisions = 16;

// A member that is added to a residency must be compared below.
static_assert(sizeof(Residency) == 48);

bool only_maps(const Plan& plan) {
  return plan.copies.empty() && plan.weights.empty() && plan.cascades.empty();
}

// All memories but that for buffers are as large, and the maps lie in the same places.
bool same_maps(const Plan& a, const Plan& b, MemoryIndex buffers) {
  const auto same_place = [](const Residency& x, const Residency& y) {
    const auto parts = [](const Residency& r) {
      return std::tie(r.tensor, r.memory, r.offset, r.size, r.lower, r.upper, r.inside, r.kind,
                      r.shared_until);
    };
    return parts(x) == parts(y);
  };
  if (a.memories.size() != b.memories.size()) return false;
  for (std::size_t m = 0; m < a.memories.size(); ++m) {
    const bool other = static_cast<MemoryIndex>(m) != buffers;
    if (other && a.memories[m].capacity != b.memories[m].capacity) return false;
  }
  return a.outside == b.outside &&
         std::equal(a.residencies.begin(), a.residencies.end(), b.residencies.begin(),
                    b.residencies.end(), same_place);
}

}  // namespace

const SameRooms* KnownDecisions::take(MemoryIndex buffers, Plan& plan) {
  if (!only_maps(plan)) return nullptr;
  const Bytes size = at(plan.memories, buffers).capacity;
  const auto found = std::find_if(decisions_.begin(), decisions_.end(), [&](const Decision& known) {
    return known.rooms.contain(size) && same_maps(known.maps, plan, buffers);
  });
  if (found == decisions_.end()) return nullptr;
  Decision decision = std::move(*found);
  decisions_.erase(found);
  decisions_.push_front(std::move(decision));
  plan.residencies = decisions_.front().residencies;
  plan.weights = decisions_.front().weights;
  return &decisions_.front().rooms;
}

void KnownDecisions::add(const Plan& maps, const Plan& decided, SameRooms rooms) {
  if (!only_maps(maps)) return;
  decisions_.push_front({maps, decided.residencies, decided.weights, rooms});
  if (decisions_.size() > most_decisions) decisions_.pop_back();
}

}  // namespace spillway
