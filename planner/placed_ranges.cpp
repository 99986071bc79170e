// SPDX-License-Identifier: Apache-2.0
#include "planner/placed_ranges.h"

#include <algorithm>

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
  const std::string text = describe(range, memories);
  if (!exists(range.memory, memories)) {
    violations.push_back({ViolationKind::out_of_bounds, range.name, text});
    return;
  }
  const MemorySpace& memory = at(memories, range.memory);
  if (range.offset < 0 || range.offset + range.size > memory.capacity) {
    violations.push_back({ViolationKind::out_of_bounds, range.name,
                          fmt::format("{}: the memory has {} bytes", text, memory.capacity)});
  }
  for (const Bytes alignment : {range.alignment, memory.alignment}) {
    if (range.offset % alignment != 0) {
      violations.push_back({ViolationKind::misaligned, range.name,
                            fmt::format("{}: needs a multiple of {}", text, alignment)});
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

}  // namespace

void check_ranges(const std::vector<PlacedRange>& ranges, const std::vector<MemorySpace>& memories,
                  std::vector<Violation>& violations) {
  for (const PlacedRange& range : ranges) {
    check_bounds(range, memories, violations);
  }
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (overlap(ranges[i], ranges[j])) {
        violations.push_back({ViolationKind::overlap, ranges[i].name,
                              fmt::format("{} overlaps {}", describe(ranges[i], memories),
                                          describe(ranges[j], memories))});
      }
    }
  }
}

}  // namespace spillway
