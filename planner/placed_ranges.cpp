// SPDX-License-Identifier: Apache-2.0
#include "planner/placed_ranges.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"

namespace spillway {
namespace {

bool exists(MemoryIndex memory, const std::vector<MemorySpace>& memories) {
  return memory >= 0 && static_cast<std::size_t>(memory) < memories.size();
}

std::string describe(const PlacedRange& range, const std::vector<MemorySpace>& memories) {
  return fmt::format("'{}' at {} [{}, {}) during [{}, {})", range.name,
                     exists(range.memory, memories) ? at(memories, range.memory).name : "no memory",
                     range.offset, range.offset + range.size, range.lower, range.upper);
}

void check_bounds(const PlacedRange& range, const std::vector<MemorySpace>& memories,
                  std::vector<Violation>& violations) {
  if (!exists(range.memory, memories)) {
    violations.push_back({ViolationKind::out_of_bounds, range.name, describe(range, memories)});
    return;
  }
  const MemorySpace& memory = at(memories, range.memory);
  if (range.offset < 0 || range.offset + range.size > memory.capacity) {
    violations.push_back(
        {ViolationKind::out_of_bounds, range.name,
         fmt::format("{}: the memory has {} bytes", describe(range, memories), memory.capacity)});
  }
  for (const Bytes alignment : {range.alignment, memory.alignment}) {
    if (range.offset % alignment != 0) {
      violations.push_back(
          {ViolationKind::misaligned, range.name,
           fmt::format("{}: needs a multiple of {}", describe(range, memories), alignment)});
      break;
    }
  }
}

bool overlap(const PlacedRange& a, const PlacedRange& b) {
  const bool same_time = a.lower < b.upper && b.lower < a.upper;
  const bool same_bytes = a.offset < b.offset + b.size && b.offset < a.offset + a.size;
  return a.memory == b.memory && same_time && same_bytes && a.size > 0 && b.size > 0 &&
         a.sharing != b.sharing;
}

/// Pairs (later, earlier) by index that overlap, in order. Ranges come in by their begin, and meet
/// only those that have not ended by then.
std::vector<std::pair<std::size_t, std::size_t>> overlaps(const std::vector<PlacedRange>& ranges) {
  std::vector<std::size_t> order(ranges.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ranges[a].lower < ranges[b].lower; });
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::vector<std::size_t> active;
  for (const std::size_t i : order) {
    const auto ended = [&](std::size_t other) { return ranges[other].upper <= ranges[i].lower; };
    active.erase(std::remove_if(active.begin(), active.end(), ended), active.end());
    for (const std::size_t other : active) {
      if (overlap(ranges[i], ranges[other])) {
        pairs.emplace_back(std::max(i, other), std::min(i, other));
      }
    }
    active.push_back(i);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace

void check_ranges(const std::vector<PlacedRange>& ranges, const std::vector<MemorySpace>& memories,
                  std::vector<Violation>& violations) {
  for (const PlacedRange& range : ranges) {
    check_bounds(range, memories, violations);
  }
  for (const auto& [i, j] : overlaps(ranges)) {
    violations.push_back({ViolationKind::overlap, ranges[i].name,
                          fmt::format("{} overlaps {}", describe(ranges[i], memories),
                                      describe(ranges[j], memories))});
  }
}

}  // namespace spillway
