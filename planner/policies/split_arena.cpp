// SPDX-License-Identifier: Apache-2.0
#include "planner/placement/placement.h"
#include "planner/registry.h"
#include "planner/relative_places.h"

namespace spillway {
namespace {

/// Puts data that are live during the complete run (variables, and data that the runtime keeps for
/// operators) into one memory, and feature maps and scratch into another, like the split arenas of
/// TensorFlow Lite Micro.
class SplitArena : public Planner {
 public:
  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& options) const override {
    const auto slowest = static_cast<MemoryIndex>(problem.memories.size() - 1);
    const MemoryIndex persistent =
        options.persistent_memory == no_memory ? slowest : options.persistent_memory;
    const MemoryIndex transient =
        options.transient_memory == no_memory ? 0 : options.transient_memory;
    const Allocator& allocator = chosen_allocator(options, "tflm-greedy");
    return with_relatives_resolved(problem, [&](const PlanningProblem& reduced) {
      std::vector<MemoryIndex> memory_of;
      for (const Buffer& buffer : reduced.buffers) {
        memory_of.push_back(is_persistent(buffer.kind) ? persistent : transient);
      }
      return place_sets(reduced, memory_of, allocator, options, WhenTooLarge::report);
    });
  }
};

}  // namespace

PlannerEntry split_arena() {
  return {"split-arena", "persistent data in one memory, non-persistent in another", "Spillway",
          std::make_unique<SplitArena>()};
}

}  // namespace spillway
