// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "planner/blocks.h"
#include "planner/placement/placement.h"

namespace spillway {
namespace {

std::vector<BufferIndex> members_of(const std::vector<MemoryIndex>& memory_of, MemoryIndex memory) {
  std::vector<BufferIndex> members;
  for (std::size_t i = 0; i < memory_of.size(); ++i) {
    if (memory_of[i] == memory) {
      members.push_back(static_cast<BufferIndex>(i));
    }
  }
  return members;
}

std::vector<Buffer> subset(const std::vector<Buffer>& buffers,
                           const std::vector<BufferIndex>& members) {
  std::vector<Buffer> chosen;
  chosen.reserve(members.size());
  for (const BufferIndex member : members) {
    chosen.push_back(at(buffers, member));
  }
  return chosen;
}

void add_note(std::string& note, const std::string& text) {
  if (!text.empty()) {
    note += (note.empty() ? "" : "; ") + text;
  }
}

/// Places the buffers that are assigned to one memory. `rule` says whether buffers that do not fit
/// move to the next memory.
class MemoryPlacer {
 public:
  MemoryPlacer(const PlanningProblem& problem, std::vector<MemoryIndex>& memory_of,
               PlanningResult& result)
      : problem_(problem), memory_of_(memory_of), result_(result) {}

  void place(MemoryIndex memory, const Allocator& allocator, const PlannerOptions& options,
             WhenTooLarge rule) {
    const MemorySpace& space = at(problem_.memories, memory);
    const bool may_move = rule == WhenTooLarge::move_slower &&
                          static_cast<std::size_t>(memory) + 1 < problem_.memories.size();
    bool noted = false;
    for (;;) {
      const std::vector<BufferIndex> members = members_of(memory_of_, memory);
      if (members.empty()) {
        return;
      }
      Allocation allocation = allocator.allocate(subset(problem_.buffers, members), space, options);
      if (!noted) {
        add_note(result_.note, allocation.note);
      }
      if (may_move && allocation.status != PlanStatus::ok) search(members, space, allocation);
      if (allocation.status == PlanStatus::ok || !may_move) {
        accept(memory, members, allocation);
        return;
      }
      if (!noted) {
        note_excess(space, allocation.peak);
        noted = true;
      }
      move_on(memory, members, allocation);
    }
  }

 private:
  /// Tries an exact search with a small budget before a buffer moves away from the memory that the
  /// policy chose.
  void search(const std::vector<BufferIndex>& members, const MemorySpace& space,
              Allocation& allocation) {
    constexpr std::int64_t nodes = 100'000;
    PlannerOptions options;
    options.search_budget = nodes;
    Allocation searched =
        find_allocator("exact").allocate(subset(problem_.buffers, members), space, options);
    if (searched.status != PlanStatus::ok) return;
    add_note(result_.note,
             fmt::format("the chosen buffers fit into {} only as exact places them", space.name));
    searched.proven_optimal = false;
    allocation = std::move(searched);
  }

  void accept(MemoryIndex memory, const std::vector<BufferIndex>& members,
              const Allocation& allocation) {
    for (std::size_t i = 0; i < members.size() && i < allocation.offsets.size(); ++i) {
      at(result_.placements, members[i]) = {memory, allocation.offsets[i]};
    }
    result_.proven_optimal = allocation.proven_optimal;
    if (allocation.status != PlanStatus::ok && result_.status == PlanStatus::ok) {
      const MemorySpace& space = at(problem_.memories, memory);
      result_.status = allocation.status;
      result_.memory = memory;
      result_.excess = std::max<Bytes>(0, allocation.peak - space.capacity);
      result_.buffer = first_beyond(space, members, allocation);
    }
  }

  void note_excess(const MemorySpace& space, Bytes peak) {
    add_note(result_.note, fmt::format("the chosen buffers do not fit into {}: {} bytes over",
                                       space.name, with_thousands(peak - space.capacity)));
  }

  void move_on(MemoryIndex memory, const std::vector<BufferIndex>& members,
               const Allocation& allocation) {
    const MemorySpace& space = at(problem_.memories, memory);
    bool moved = false;
    for (std::size_t i = 0; i < allocation.offsets.size(); ++i) {
      if (end_of(members[i], allocation.offsets[i]) > space.capacity) {
        at(memory_of_, members[i]) = memory + 1;
        moved = true;
      }
    }
    // No buffer has moved if only rounded sizes exceed the capacity, or if the buffers exceed a
    // limit of the allocator itself. Then the last buffer moves.
    if (!moved) at(memory_of_, members.back()) = memory + 1;
  }

  Bytes end_of(BufferIndex buffer, Bytes offset) const {
    return offset + at(problem_.buffers, buffer).size;
  }

  BufferIndex first_beyond(const MemorySpace& space, const std::vector<BufferIndex>& members,
                           const Allocation& allocation) const {
    for (std::size_t i = 0; i < members.size() && i < allocation.offsets.size(); ++i) {
      if (end_of(members[i], allocation.offsets[i]) > space.capacity) {
        return members[i];
      }
    }
    return -1;
  }

  const PlanningProblem& problem_;
  std::vector<MemoryIndex>& memory_of_;
  PlanningResult& result_;
};

}  // namespace

PlanningResult place_sets(const PlanningProblem& problem, std::vector<MemoryIndex> memory_of,
                          const Allocator& allocator, const PlannerOptions& options,
                          WhenTooLarge rule) {
  PlanningResult result;
  result.placements.resize(problem.buffers.size());
  MemoryPlacer placer(problem, memory_of, result);
  for (std::size_t memory = 0; memory < problem.memories.size(); ++memory) {
    placer.place(static_cast<MemoryIndex>(memory), allocator, options, rule);
  }
  return result;
}

PlanningResult place_all_in(const PlanningProblem& problem, MemoryIndex memory,
                            const Allocator& allocator, const PlannerOptions& options) {
  return place_sets(problem, std::vector<MemoryIndex>(problem.buffers.size(), memory), allocator,
                    options, WhenTooLarge::report);
}

}  // namespace spillway
