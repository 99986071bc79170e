// SPDX-License-Identifier: Apache-2.0
#include "planner/policies/hierarchy.h"

#include <algorithm>

#include "base/index.h"
#include "planner/placement/placement.h"
#include "planner/relative_places.h"

namespace spillway {
namespace {

UnplacedBlock block_in(const Buffer& buffer, const MemorySpace& memory) {
  const Bytes alignment = common_alignment(buffer, memory);
  return {buffer.lower, buffer.upper, round_up(buffer.size, alignment), alignment};
}

/// Returns the rank of a buffer in the placement order: 0 = fixed offset, 1 = fixed memory, 2 =
/// neither.
int urgency(const Buffer& buffer) {
  return buffer.pinned_offset ? 0 : buffer.pinned_memory ? 1 : 2;
}

std::vector<BufferIndex> placement_order(const std::vector<Buffer>& buffers, Ties ties) {
  std::vector<BufferIndex> order(buffers.size());
  std::vector<Bytes> sizes(buffers.size());
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    order[i] = static_cast<BufferIndex>(i);
    sizes[i] = round_up(buffers[i].size, buffers[i].alignment);
  }
  if (ties == Ties::last_added_first) {
    std::reverse(order.begin(), order.end());
  }
  std::stable_sort(order.begin(), order.end(), [&](BufferIndex a, BufferIndex b) {
    const auto i = static_cast<std::size_t>(a);
    const auto j = static_cast<std::size_t>(b);
    const int first = urgency(buffers[i]);
    const int second = urgency(buffers[j]);
    return first != second ? first < second : sizes[i] > sizes[j];
  });
  return order;
}

class HierarchyPlacer {
 public:
  HierarchyPlacer(const PlanningProblem& problem, OffsetRule rule, Ties ties)
      : problem_(problem), rule_(rule), ties_(ties), placed_(problem.memories.size()) {
    result_.placements.resize(problem.buffers.size());
  }

  PlanningResult run() {
    for (const BufferIndex index : placement_order(problem_.buffers, ties_)) {
      if (!place(index)) {
        result_.status = PlanStatus::does_not_fit;
        result_.buffer = index;
        break;
      }
    }
    return std::move(result_);
  }

 private:
  bool place(BufferIndex index) {
    const Buffer& buffer = at(problem_.buffers, index);
    if (buffer.pinned_offset) {
      return place_fixed(index, buffer);
    }
    for (std::size_t i = 0; i < problem_.memories.size(); ++i) {
      const auto memory = static_cast<MemoryIndex>(i);
      if (!may_use(buffer, memory)) {
        continue;
      }
      const UnplacedBlock block = block_in(buffer, problem_.memories[i]);
      const Bytes offset = rule_(placed_[i], block);
      if (offset + block.size <= problem_.memories[i].capacity) {
        accept(index, memory, block, offset);
        return true;
      }
      result_.memory = memory;
      result_.excess = offset + block.size - problem_.memories[i].capacity;
    }
    return false;
  }

  bool place_fixed(BufferIndex index, const Buffer& buffer) {
    const MemoryIndex memory = buffer.pinned_memory.value_or(0);
    const MemorySpace& space = at(problem_.memories, memory);
    const UnplacedBlock block = block_in(buffer, space);
    const Bytes end = *buffer.pinned_offset + block.size;
    if (end > space.capacity) {
      result_.memory = memory;
      result_.excess = end - space.capacity;
      return false;
    }
    accept(index, memory, block, *buffer.pinned_offset);
    return true;
  }

  void accept(BufferIndex index, MemoryIndex memory, const UnplacedBlock& block, Bytes offset) {
    at(placed_, memory).insert(block, offset);
    at(result_.placements, index) = {memory, offset};
  }

  const PlanningProblem& problem_;
  OffsetRule rule_;
  Ties ties_;
  std::vector<PlacedBlocks> placed_;
  PlanningResult result_;
};

PlanningResult with_allocator(const PlanningProblem& problem, const PlannerOptions& options,
                              const std::vector<Placement>& chosen) {
  std::vector<MemoryIndex> memory_of(problem.buffers.size(), no_memory);
  for (std::size_t i = 0; i < memory_of.size(); ++i) {
    memory_of[i] = chosen[i].memory;
  }
  return place_sets(problem, memory_of, find_allocator(options.allocator), options,
                    WhenTooLarge::move_slower);
}

}  // namespace

Bytes lowest_free(const PlacedBlocks& placed, const UnplacedBlock& block) {
  return placed.first_fit(block);
}

PlanningResult HierarchyPlanner::plan(const PlanningProblem& problem,
                                      const PlannerOptions& options) const {
  return with_relatives_resolved(problem, [&](const PlanningProblem& reduced) {
    PlanningResult result = HierarchyPlacer(reduced, rule_, ties_).run();
    if (options.allocator.empty() || result.status != PlanStatus::ok) {
      return result;
    }
    return with_allocator(reduced, options, result.placements);
  });
}

}  // namespace spillway
