// SPDX-License-Identifier: Apache-2.0
#include "planner/peaks/live_peak.h"

#include <map>
#include <utility>

#include "planner/peaks/covered_bytes.h"

namespace spillway {
namespace {

// Maps the range to addresses that are unique among all memories, so that one set serves all
// memories.
AddressInterval on_one_line(const LiveRange& range) {
  constexpr Bytes room_of_a_memory = Bytes{1} << 44;
  const Bytes begin = range.memory * room_of_a_memory + range.offset;
  return {begin, begin + range.size};
}

}  // namespace

LivePeak live_peak(const std::vector<LiveRange>& ranges) {
  struct Change {
    std::vector<AddressInterval> begins, ends;
  };
  std::map<TimeStep, Change> changes;
  for (const LiveRange& range : ranges) {
    if (range.lower >= range.upper || range.size <= 0) continue;
    changes[range.lower].begins.push_back(on_one_line(range));
    changes[range.upper].ends.push_back(on_one_line(range));
  }
  CoveredBytes covered;
  LivePeak peak;
  for (const auto& [step, change] : changes) {
    for (const AddressInterval& interval : change.begins) covered.add(interval);
    for (const AddressInterval& interval : change.ends) covered.remove(interval);
    if (const Bytes live = covered.total(); live > peak.bytes) peak = {step, live};
  }
  return peak;
}

}  // namespace spillway
