// SPDX-License-Identifier: Apache-2.0
#include "planner/single_memory.h"

#include <algorithm>

#include "planner/placement.h"
#include "planner/registry.h"

namespace spillway {
namespace {

MemoryIndex largest_memory(const std::vector<MemorySpace>& memories) {
  const auto largest =
      std::max_element(memories.begin(), memories.end(),
                       [](const auto& a, const auto& b) { return a.capacity < b.capacity; });
  return static_cast<MemoryIndex>(largest - memories.begin());
}

}  // namespace

PlanningResult in_fastest_that_holds(const std::vector<MemorySpace>& memories, Bytes least,
                                     const std::function<PlanningResult(MemoryIndex)>& place_in) {
  const MemoryIndex last_resort = largest_memory(memories);
  for (MemoryIndex memory = 0; memory < last_resort; ++memory) {
    if (memories[static_cast<std::size_t>(memory)].capacity < least) {
      continue;  // searching for a plan that cannot exist would cost much
    }
    PlanningResult result = place_in(memory);
    if (result.status == PlanStatus::ok) {
      return result;
    }
  }
  return place_in(last_resort);
}

PlanningResult SingleMemoryPlanner::plan(const PlanningProblem& problem,
                                         const PlannerOptions& options) const {
  const Allocator& allocator =
      allocator_.empty() ? chosen_allocator(options, pairing_) : find_allocator(allocator_);
  return with_relatives_resolved(problem, [&](const PlanningProblem& reduced) {
    return in_fastest_that_holds(
        reduced.memories, allocator.may_overlap() ? 0 : most_live_bytes(reduced.buffers),
        [&](MemoryIndex memory) { return place_all_in(reduced, memory, allocator, options); });
  });
}

PlannerEntry single() {
  return {"single", "everything in one memory: the fastest that holds it", "Spillway",
          std::make_unique<SingleMemoryPlanner>("", "tflm-greedy")};
}

}  // namespace spillway
