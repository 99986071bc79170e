// SPDX-License-Identifier: Apache-2.0
#include "planner/policies/single_memory.h"

#include <algorithm>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/placement/placement.h"
#include "planner/registry.h"
#include "planner/relative_places.h"

namespace spillway {
namespace {

MemoryIndex largest_memory(const std::vector<MemorySpace>& memories) {
  const auto largest =
      std::max_element(memories.begin(), memories.end(),
                       [](const auto& a, const auto& b) { return a.capacity < b.capacity; });
  return static_cast<MemoryIndex>(largest - memories.begin());
}

bool restricts_memories(const std::vector<Buffer>& buffers) {
  return std::any_of(buffers.begin(), buffers.end(), [](const Buffer& buffer) {
    return buffer.pinned_memory || buffer.pinned_offset || !buffer.blocked_memories.empty();
  });
}

bool allowed_for_all(const std::vector<Buffer>& buffers, MemoryIndex memory) {
  return std::all_of(buffers.begin(), buffers.end(), [memory](const Buffer& buffer) {
    const bool offset_elsewhere =
        buffer.pinned_offset && buffer.pinned_memory.value_or(0) != memory;
    return may_use(buffer, memory) && !offset_elsewhere;
  });
}

PlanningResult in_allowed_memory(const PlanningProblem& problem,
                                 const std::function<PlanningResult(MemoryIndex)>& place_in) {
  PlanningResult result;
  result.status = PlanStatus::infeasible;
  result.note = "no memory is allowed for every buffer, and the planner uses one memory only";
  for (std::size_t i = 0; i < problem.memories.size(); ++i) {
    const auto memory = static_cast<MemoryIndex>(i);
    if (allowed_for_all(problem.buffers, memory)) {
      result = place_in(memory);
      if (result.status == PlanStatus::ok) break;
    }
  }
  return result;
}

}  // namespace

PlanningResult in_fastest_that_holds(const std::vector<MemorySpace>& memories, Bytes least,
                                     const std::function<PlanningResult(MemoryIndex)>& place_in) {
  const MemoryIndex last_resort = largest_memory(memories);
  for (MemoryIndex memory = 0; memory < last_resort; ++memory) {
    if (at(memories, memory).capacity < least) {
      continue;  // no plan fits this memory, and searching for one would take long
    }
    PlanningResult result = place_in(memory);
    if (result.status == PlanStatus::ok) {
      return result;
    }
  }
  return place_in(last_resort);
}

const Allocator& SingleMemoryPlanner::allocator(const PlannerOptions& options) const {
  return allocator_.empty() ? chosen_allocator(options, pairing_) : find_allocator(allocator_);
}

bool SingleMemoryPlanner::honours_pins(const PlannerOptions& options) const {
  return allocator(options).honours_offsets;
}

bool SingleMemoryPlanner::searches(const PlannerOptions& options) const {
  return allocator(options).searches;
}

PlanningResult SingleMemoryPlanner::plan(const PlanningProblem& problem,
                                         const PlannerOptions& options) const {
  const Allocator& chosen = allocator(options);
  return with_relatives_resolved(problem, [&](const PlanningProblem& reduced) {
    const auto place_in = [&](MemoryIndex memory) {
      return place_all_in(reduced, memory, chosen, options);
    };
    if (chosen.honours_offsets && restricts_memories(reduced.buffers)) {
      return in_allowed_memory(reduced, place_in);
    }
    const Bytes least = chosen.may_overlap ? 0 : most_live_bytes(reduced.buffers);
    return in_fastest_that_holds(reduced.memories, least, place_in);
  });
}

PlannerEntry single() {
  return {"single", "everything in one memory: the fastest that holds it", "Spillway",
          std::make_unique<SingleMemoryPlanner>("", "tflm-greedy")};
}

}  // namespace spillway
