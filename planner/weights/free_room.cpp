// SPDX-License-Identifier: Apache-2.0
#include "planner/weights/free_room.h"

#include <algorithm>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/cascade_time.h"

namespace spillway {

FreeRoom::FreeRoom(const Plan& plan, MemoryIndex memory, Bytes alignment)
    : plan_(plan), capacity_(at(plan.memories, memory).capacity), alignment_(alignment) {
  for (const Residency& residency : plan.residencies) {
    if (residency.memory != memory) continue;
    const auto [lower, upper] = cascaded_life(plan, residency.lower, residency.upper);
    taken_.push_back({residency.offset, residency.offset + residency.size, lower, upper});
  }
  std::stable_sort(taken_.begin(), taken_.end(),
                   [](const Taken& a, const Taken& b) { return a.begin < b.begin; });
}

std::optional<Bytes> FreeRoom::find(Bytes size, TimeStep lower, TimeStep upper) const {
  const std::pair<TimeStep, TimeStep> life = cascaded_life(plan_, lower, upper);
  Bytes offset = 0;
  for (const Taken& taken : taken_) {
    if (taken.lower >= life.second || life.first >= taken.upper) continue;
    if (offset + size <= taken.begin) return offset;
    offset = std::max(offset, round_up(taken.end, alignment_));
  }
  return offset + size <= capacity_ ? std::optional<Bytes>(offset) : std::nullopt;
}

void FreeRoom::occupy(Bytes offset, Bytes size, TimeStep lower, TimeStep upper) {
  const auto after =
      std::upper_bound(taken_.begin(), taken_.end(), offset,
                       [](Bytes value, const Taken& other) { return value < other.begin; });
  const auto [first, last] = cascaded_life(plan_, lower, upper);
  taken_.insert(after, {offset, offset + size, first, last});
}

}  // namespace spillway
