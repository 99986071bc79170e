// SPDX-License-Identifier: Apache-2.0
#include "report/live_bytes.h"

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "planner/peaks/covered_bytes.h"

namespace spillway {

std::vector<Bytes> live_bytes(const Plan& plan, MemoryIndex memory, TimeStep steps) {
  struct Change {
    std::vector<AddressInterval> begins, ends;
  };
  std::vector<Change> changes(static_cast<std::size_t>(steps) + 1);
  std::vector<Bytes> bounds;
  for (const Residency& residency : plan.residencies) {
    if (residency.memory != memory) continue;
    const AddressInterval interval{residency.offset, residency.offset + residency.size};
    at(changes, std::clamp(residency.lower, 0, steps)).begins.push_back(interval);
    at(changes, std::clamp(residency.upper, 0, steps)).ends.push_back(interval);
    bounds.insert(bounds.end(), {interval.first, interval.second});
  }
  std::vector<Bytes> live(static_cast<std::size_t>(steps), 0);
  CoveredBytes covered(std::move(bounds));
  for (std::size_t step = 0; step < live.size(); ++step) {
    for (const AddressInterval& interval : changes[step].begins) covered.add(interval, 1);
    for (const AddressInterval& interval : changes[step].ends) covered.add(interval, -1);
    live[step] = covered.total();
  }
  return live;
}

}  // namespace spillway
