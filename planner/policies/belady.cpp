// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/placement/placement.h"
#include "planner/registry.h"
#include "planner/relative_places.h"
#include "planner/two_memories.h"

namespace spillway {
namespace {

/// Returns, per buffer, the steps at which operators read the buffer, in ascending order, followed
/// by the last step of its lifetime. In problems without operators, each list has only this last
/// step.
std::vector<std::vector<TimeStep>> uses_of(const PlanningProblem& problem) {
  std::vector<std::vector<TimeStep>> uses(problem.buffers.size());
  for (std::size_t i = 0; i < problem.operators.size(); ++i) {
    for (const BufferIndex input : problem.operators[i].inputs) {
      if (input >= 0) {
        at(uses, input).push_back(static_cast<TimeStep>(i + 1));
      }
    }
  }
  for (std::size_t i = 0; i < uses.size(); ++i) {
    uses[i].push_back(problem.buffers[i].upper - 1);
  }
  return uses;
}

/// Visits the buffers in the order of their starts and keeps the list of buffers that are live in
/// fast memory.
class Walk {
 public:
  explicit Walk(const PlanningProblem& problem)
      : problem_(problem),
        uses_(uses_of(problem)),
        memory_of_(problem.buffers.size(), slow_memory) {}

  std::vector<MemoryIndex> run() {
    std::vector<BufferIndex> by_start(problem_.buffers.size());
    for (std::size_t i = 0; i < by_start.size(); ++i) {
      by_start[i] = static_cast<BufferIndex>(i);
    }
    std::stable_sort(by_start.begin(), by_start.end(), [&](BufferIndex a, BufferIndex b) {
      return buffer(a).lower < buffer(b).lower;
    });
    for (const BufferIndex next : by_start) {
      if (may_use(buffer(next), fast_memory)) {
        take(next);
      }
    }
    return memory_of_;
  }

 private:
  void take(BufferIndex next) {
    const TimeStep now = buffer(next).lower;
    kept_.erase(std::remove_if(kept_.begin(), kept_.end(),
                               [&](BufferIndex i) { return buffer(i).upper <= now; }),
                kept_.end());
    kept_.push_back(next);
    at(memory_of_, next) = fast_memory;
    while (kept_bytes() > problem_.memories[fast_memory].capacity && evict_furthest(now)) {
    }
  }

  /// Evicts from fast memory the buffer whose next use is furthest ahead; of equal next uses, the
  /// largest buffer. Returns false if the user has pinned all buffers of kept_ (the buffers that
  /// are live in fast memory) to fast memory.
  bool evict_furthest(TimeStep now) {
    auto furthest = kept_.end();
    for (auto i = kept_.begin(); i != kept_.end(); ++i) {
      const bool later =
          furthest == kept_.end() || std::make_pair(next_use(*i, now), size(*i)) >
                                         std::make_pair(next_use(*furthest, now), size(*furthest));
      if (buffer(*i).pinned_memory != fast_memory && later) {
        furthest = i;
      }
    }
    if (furthest == kept_.end()) {
      return false;
    }
    at(memory_of_, *furthest) = slow_memory;
    kept_.erase(furthest);
    return true;
  }

  TimeStep next_use(BufferIndex index, TimeStep now) const {
    const std::vector<TimeStep>& uses = at(uses_, index);
    const auto next =
        std::find_if(uses.begin(), uses.end(), [&](TimeStep use) { return use >= now; });
    return next == uses.end() ? std::numeric_limits<TimeStep>::max() : *next;
  }

  Bytes kept_bytes() const {
    Bytes bytes = 0;
    for (const BufferIndex i : kept_) {
      bytes += size(i);
    }
    return bytes;
  }

  Bytes size(BufferIndex index) const {
    return round_up(buffer(index).size,
                    common_alignment(buffer(index), problem_.memories[fast_memory]));
  }
  const Buffer& buffer(BufferIndex index) const { return at(problem_.buffers, index); }

  const PlanningProblem& problem_;
  std::vector<std::vector<TimeStep>> uses_;
  std::vector<MemoryIndex> memory_of_;
  std::vector<BufferIndex> kept_;  // the buffers that are live in fast memory
};

class Belady : public Planner {
 public:
  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& options) const override {
    const Allocator& allocator = chosen_allocator(options, "tflm-greedy");
    return with_relatives_resolved(problem, [&](const PlanningProblem& reduced) {
      if (reduced.memories.size() < 2) {
        return place_all_in(reduced, fast_memory, allocator, options);
      }
      return place_sets(reduced, Walk(reduced).run(), allocator, options,
                        WhenTooLarge::move_slower);
    });
  }
};

}  // namespace

PlannerEntry belady() {
  return {"belady", "evicts the buffer whose next use is furthest ahead, in order of operators",
          "L. A. Belady, IBM Systems Journal 5(2), 1966", std::make_unique<Belady>()};
}

}  // namespace spillway
