// SPDX-License-Identifier: Apache-2.0
#include "report/live_bytes.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace spillway {
namespace {

constexpr TimeStep steps = 12;
constexpr Bytes most = 40;

Plan random_plan() {
  Plan plan;
  const int count = *rc::gen::inRange(0, 12);
  for (int i = 0; i < count; ++i) {
    Residency residency;
    residency.tensor = i;
    residency.memory = *rc::gen::inRange(0, 2);
    residency.offset = *rc::gen::inRange<Bytes>(0, most);
    residency.size = *rc::gen::inRange<Bytes>(0, most);
    residency.lower = *rc::gen::inRange(0, steps);
    residency.upper = *rc::gen::inRange(residency.lower + 1, steps + 3);  // up to two steps late
    plan.residencies.push_back(residency);
  }
  return plan;
}

// Returns the number of bytes of a memory that the plan occupies at `step`. Marks the occupied
// bytes one by one, so that shared bytes count once.
Bytes held(const Plan& plan, MemoryIndex memory, TimeStep step) {
  std::vector<bool> bytes(2 * most, false);
  for (const Residency& r : plan.residencies) {
    if (r.memory != memory || step < r.lower || step >= r.upper) continue;
    std::fill_n(bytes.begin() + r.offset, r.size, true);
  }
  return std::count(bytes.begin(), bytes.end(), true);
}

RC_GTEST_PROP(LiveBytes, EqualTheBytesOfLiveResidencies, ()) {
  const Plan plan = random_plan();
  for (const MemoryIndex memory : {0, 1}) {
    const std::vector<Bytes> live = live_bytes(plan, memory, steps);
    RC_ASSERT(live.size() == std::size_t{steps});
    for (TimeStep step = 0; step < steps; ++step) {
      RC_ASSERT(live[static_cast<std::size_t>(step)] == held(plan, memory, step));
    }
  }
}

}  // namespace
}  // namespace spillway
