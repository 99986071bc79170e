// SPDX-License-Identifier: Apache-2.0
#include "planner/weights/free_space.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "planner/blocks.h"

namespace spillway {
namespace {

constexpr Bytes alignment = 16;

/// Returns the lowest free offset for `size` bytes in the steps [lower, upper); std::nullopt if
/// there is none. Compares the wanted bytes with all occupied places (`taken`) one after the other,
/// without an index.
std::optional<Bytes> plainly_found(std::vector<Residency> taken, Bytes capacity, Bytes size,
                                   TimeStep lower, TimeStep upper) {
  std::stable_sort(taken.begin(), taken.end(),
                   [](const Residency& a, const Residency& b) { return a.offset < b.offset; });
  Bytes offset = 0;
  for (const Residency& other : taken) {
    if (other.lower >= upper || lower >= other.upper) continue;
    if (offset + size <= other.offset) return offset;
    offset = std::max(offset, round_up(other.offset + other.size, alignment));
  }
  return offset + size <= capacity ? std::optional<Bytes>(offset) : std::nullopt;
}

Residency arbitrary_residency() {
  Residency residency;
  residency.memory = 0;
  residency.size = *rc::gen::inRange<Bytes>(1, 200);
  residency.offset = *rc::gen::inRange<Bytes>(0, 60) * alignment;
  residency.lower = *rc::gen::inRange<TimeStep>(0, 400);
  residency.upper =
      residency.lower + *rc::gen::element<TimeStep>(1, 2, *rc::gen::inRange<TimeStep>(1, 600));
  return residency;
}

// FreeSpace stores short and long live ranges in separate lists. find() must consider the occupied
// places of all these lists.
RC_GTEST_PROP(FreeSpace, IsTheLowestThatAPlainSearchFinds, ()) {
  Plan plan;
  plan.memories.push_back({"sram", 1'000, alignment});
  std::vector<Residency> taken;
  for (int i = *rc::gen::inRange(0, 40); i > 0; --i) taken.push_back(arbitrary_residency());
  const auto given = static_cast<std::ptrdiff_t>(taken.size() / 2);
  plan.residencies.assign(taken.begin(), taken.begin() + given);
  FreeSpace free_space(plan, 0, alignment);
  for (auto it = taken.begin() + given; it != taken.end(); ++it) {
    free_space.occupy(it->offset, it->size, it->lower, it->upper);
  }
  for (int tries = 0; tries < 10; ++tries) {
    const Residency wanted = arbitrary_residency();
    RC_ASSERT(free_space.find(wanted.size, wanted.lower, wanted.upper) ==
              plainly_found(taken, 1'000, wanted.size, wanted.lower, wanted.upper));
  }
}

}  // namespace
}  // namespace spillway
