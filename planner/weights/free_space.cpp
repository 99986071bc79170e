// SPDX-License-Identifier: Apache-2.0
#include "planner/weights/free_space.h"

#include <algorithm>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/cascade_time.h"

namespace spillway {
namespace {

constexpr TimeStep interval_steps = 32;  // number of steps of a time interval of the index
/// An address range that is in use during more time intervals than this is stored in `long_`, not
/// in the lists of the intervals.
constexpr std::size_t most_intervals = 8;

}  // namespace

FreeSpace::FreeSpace(const Plan& plan, MemoryIndex memory, Bytes alignment)
    : plan_(plan), capacity_(at(plan.memories, memory).capacity), alignment_(alignment) {
  for (const Residency& residency : plan.residencies) {
    if (residency.memory != memory) continue;
    const auto [lower, upper] = cascaded_life(plan, residency.lower, residency.upper);
    take({residency.offset, residency.offset + residency.size, lower, upper});
  }
}

FreeSpace::Intervals FreeSpace::intervals_of(TimeStep lower, TimeStep upper) {
  const auto first = static_cast<std::size_t>(std::max<TimeStep>(lower, 0) / interval_steps);
  const auto last = static_cast<std::size_t>(std::max<TimeStep>(upper - 1, 0) / interval_steps);
  return {first, std::max(first, last) + 1};
}

void FreeSpace::take(const Taken& taken) {
  const Intervals during = intervals_of(taken.lower, taken.upper);
  if (during.end - during.first > most_intervals) {
    long_.push_back(taken);
    return;
  }
  if (intervals_.size() < during.end) intervals_.resize(during.end);
  for (std::size_t i = during.first; i < during.end; ++i) intervals_[i].push_back(taken);
}

void FreeSpace::gather(const std::vector<Taken>& from, TimeStep lower, TimeStep upper) const {
  for (const Taken& taken : from) {
    if (taken.lower < upper && lower < taken.upper) conflicting_.push_back(taken);
  }
}

std::optional<Bytes> FreeSpace::find(Bytes size, TimeStep lower, TimeStep upper) const {
  const auto [first, last] = cascaded_life(plan_, lower, upper);
  const Intervals during = intervals_of(first, last);
  conflicting_.clear();
  gather(long_, first, last);
  for (std::size_t i = during.first; i < std::min(during.end, intervals_.size()); ++i) {
    gather(intervals_[i], first, last);
  }
  std::sort(conflicting_.begin(), conflicting_.end(),
            [](const Taken& a, const Taken& b) { return a.begin < b.begin; });
  Bytes offset = 0;
  for (const Taken& taken : conflicting_) {
    // A gap below an occupied range exists in a memory of any size, so this result does not narrow
    // same_capacities_ (the range of memory sizes with the same results).
    if (offset + size <= taken.begin) return offset;
    offset = std::max(offset, round_up(taken.end, alignment_));
  }
  const Bytes end = offset + size;
  if (end > capacity_) {
    same_capacities_.below = std::min(same_capacities_.below, end);
    return std::nullopt;
  }
  same_capacities_.from = std::max(same_capacities_.from, end);
  return offset;
}

void FreeSpace::occupy(Bytes offset, Bytes size, TimeStep lower, TimeStep upper) {
  const auto [first, last] = cascaded_life(plan_, lower, upper);
  take({offset, offset + size, first, last});
}

}  // namespace spillway
