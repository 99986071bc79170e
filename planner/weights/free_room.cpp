// SPDX-License-Identifier: Apache-2.0
#include "planner/weights/free_room.h"

#include <algorithm>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/cascade_time.h"

namespace spillway {
namespace {

constexpr TimeStep stretch = 32;  // number of steps of a time interval (stretch) of the index
/// An address range that is used during more stretches goes to `long_`.
constexpr std::size_t most_stretches = 8;

}  // namespace

FreeRoom::FreeRoom(const Plan& plan, MemoryIndex memory, Bytes alignment)
    : plan_(plan), capacity_(at(plan.memories, memory).capacity), alignment_(alignment) {
  for (const Residency& residency : plan.residencies) {
    if (residency.memory != memory) continue;
    const auto [lower, upper] = cascaded_life(plan, residency.lower, residency.upper);
    take({residency.offset, residency.offset + residency.size, lower, upper});
  }
}

FreeRoom::Stretches FreeRoom::stretches_of(TimeStep lower, TimeStep upper) {
  const auto first = static_cast<std::size_t>(std::max<TimeStep>(lower, 0) / stretch);
  const auto last = static_cast<std::size_t>(std::max<TimeStep>(upper - 1, 0) / stretch);
  return {first, std::max(first, last) + 1};
}

void FreeRoom::take(const Taken& taken) {
  const Stretches during = stretches_of(taken.lower, taken.upper);
  if (during.end - during.first > most_stretches) {
    long_.push_back(taken);
    return;
  }
  if (stretches_.size() < during.end) stretches_.resize(during.end);
  for (std::size_t i = during.first; i < during.end; ++i) stretches_[i].push_back(taken);
}

void FreeRoom::gather(const std::vector<Taken>& from, TimeStep lower, TimeStep upper) const {
  for (const Taken& taken : from) {
    if (taken.lower < upper && lower < taken.upper) in_the_way_.push_back(taken);
  }
}

std::optional<Bytes> FreeRoom::find(Bytes size, TimeStep lower, TimeStep upper) const {
  const auto [first, last] = cascaded_life(plan_, lower, upper);
  const Stretches during = stretches_of(first, last);
  in_the_way_.clear();
  gather(long_, first, last);
  for (std::size_t i = during.first; i < std::min(during.end, stretches_.size()); ++i) {
    gather(stretches_[i], first, last);
  }
  std::sort(in_the_way_.begin(), in_the_way_.end(),
            [](const Taken& a, const Taken& b) { return a.begin < b.begin; });
  Bytes offset = 0;
  for (const Taken& taken : in_the_way_) {
    // A gap below an occupied range exists in a memory of any size, so same_rooms_ does not change.
    if (offset + size <= taken.begin) return offset;
    offset = std::max(offset, round_up(taken.end, alignment_));
  }
  const Bytes end = offset + size;
  if (end > capacity_) {
    same_rooms_.below = std::min(same_rooms_.below, end);
    return std::nullopt;
  }
  same_rooms_.from = std::max(same_rooms_.from, end);
  return offset;
}

void FreeRoom::occupy(Bytes offset, Bytes size, TimeStep lower, TimeStep upper) {
  const auto [first, last] = cascaded_life(plan_, lower, upper);
  take({offset, offset + size, first, last});
}

}  // namespace spillway
