// SPDX-License-Identifier: Apache-2.0
#include "report/live_bytes.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/index.h"

namespace spillway {
namespace {

using Interval = std::pair<Bytes, Bytes>;  // [begin, end) of addresses

Bytes length_of_union(const std::multiset<Interval>& intervals) {
  Bytes total = 0;
  Bytes covered = 0;
  for (const auto& [begin, end] : intervals) {
    total += std::max<Bytes>(0, end - std::max(begin, covered));
    covered = std::max(covered, end);
  }
  return total;
}

}  // namespace

std::vector<Bytes> live_bytes(const Plan& plan, MemoryIndex memory, TimeStep steps) {
  struct Change {
    std::vector<Interval> begins, ends;
  };
  std::vector<Change> changes(static_cast<std::size_t>(steps) + 1);
  for (const Residency& residency : plan.residencies) {
    if (residency.memory != memory) continue;
    const Interval interval{residency.offset, residency.offset + residency.size};
    at(changes, std::clamp(residency.lower, 0, steps)).begins.push_back(interval);
    at(changes, std::clamp(residency.upper, 0, steps)).ends.push_back(interval);
  }
  std::vector<Bytes> live(static_cast<std::size_t>(steps), 0);
  std::multiset<Interval> intervals;
  Bytes now = 0;
  for (std::size_t step = 0; step < live.size(); ++step) {
    const Change& change = changes[step];
    intervals.insert(change.begins.begin(), change.begins.end());
    for (const Interval& interval : change.ends) intervals.erase(intervals.find(interval));
    if (!change.begins.empty() || !change.ends.empty()) now = length_of_union(intervals);
    live[step] = now;
  }
  return live;
}

}  // namespace spillway
