// SPDX-License-Identifier: Apache-2.0
#include "planner/peaks/live_peak.h"

#include <map>
#include <utility>

#include "planner/peaks/covered_bytes.h"

namespace spillway {
namespace {

// Returns the range as addresses on one common line, on which every memory has a part of its own.
// So one CoveredBytes counts the bytes of all memories.
AddressInterval on_one_line(const LiveRange& range) {
  constexpr Bytes room_of_a_memory = Bytes{1} << 44;
  const Bytes begin = range.memory * room_of_a_memory + range.offset;
  return {begin, begin + range.size};
}

}  // namespace

LivePeak live_peak(const std::vector<LiveRange>& ranges) {
  std::vector<Bytes> bounds;
  std::map<TimeStep, std::vector<std::pair<AddressInterval, std::int32_t>>> changes;
  for (const LiveRange& range : ranges) {
    if (range.lower >= range.upper || range.size <= 0) continue;
    const AddressInterval interval = on_one_line(range);
    bounds.insert(bounds.end(), {interval.first, interval.second});
    changes[range.lower].emplace_back(interval, 1);
    changes[range.upper].emplace_back(interval, -1);
  }
  CoveredBytes covered(std::move(bounds));
  LivePeak peak;
  for (const auto& [step, all] : changes) {
    for (const auto& [interval, change] : all) covered.add(interval, change);
    if (covered.total() > peak.bytes) peak = {step, covered.total()};
  }
  return peak;
}

}  // namespace spillway
