// SPDX-License-Identifier: Apache-2.0
#include "planner/relative_places.h"

#include <numeric>

#include "base/index.h"
#include "base/rounding.h"

namespace spillway {

Anchor anchor_of(const std::vector<Buffer>& buffers, BufferIndex index) {
  Anchor anchor{index, 0};
  while (const auto& inside = at(buffers, anchor.buffer).placed_inside) {
    anchor.distance += inside->offset;
    anchor.buffer = inside->inside;
  }
  return anchor;
}

BufferIndex shared_outer(const Buffer& buffer) {
  return buffer.placed_inside && !buffer.placed_inside->behind ? buffer.placed_inside->inside : -1;
}

void place_behind(PlanningProblem& problem, BufferIndex follower, BufferIndex leader) {
  const Anchor anchor = anchor_of(problem.buffers, leader);
  Buffer& first = at(problem.buffers, anchor.buffer);
  Buffer& last = at(problem.buffers, follower);
  Bytes alignment = last.alignment;
  for (const MemorySpace& memory : problem.memories) {
    alignment = std::lcm(alignment, memory.alignment);
  }
  const Bytes start = first.pinned_offset.value_or(0) + anchor.distance;
  const Bytes behind = round_up(start + at(problem.buffers, leader).size, alignment);
  last.placed_inside = PlacedInside{leader, behind - start, true};
  if (first.pinned_offset) {
    last.pinned_memory = first.pinned_memory;
    last.pinned_offset = behind;
  } else {
    first.alignment = std::lcm(first.alignment, last.alignment);
  }
  first.blocked_memories.insert(first.blocked_memories.end(), last.blocked_memories.begin(),
                                last.blocked_memories.end());
}

}  // namespace spillway
