// SPDX-License-Identifier: Apache-2.0
#include "planner/policies/hierarchy.h"
#include "planner/registry.h"

namespace spillway {
namespace {

/// Puts buffers of up to PlannerOptions::threshold bytes into the fastest memory as long as they
/// fit. Larger buffers go into the slower memories. The rule for offsets is that of the planner
/// `banked-greedy`.
class SizeThreshold : public HierarchyPlanner {
 public:
  SizeThreshold() : HierarchyPlanner(lowest_free, Ties::last_added_first) {}
  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& options) const override {
    if (problem.memories.size() < 2) return HierarchyPlanner::plan(problem, options);
    PlanningProblem bounded = problem;
    for (Buffer& buffer : bounded.buffers) {
      if (buffer.size > options.threshold && !buffer.pinned_memory && !buffer.pinned_offset) {
        buffer.blocked_memories.push_back(0);
      }
    }
    return HierarchyPlanner::plan(bounded, options);
  }
  bool reads_threshold() const override { return true; }
};

}  // namespace

PlannerEntry size_threshold() {
  return {"size-threshold", "small buffers fast, larger ones slow (--threshold BYTES, default 4K)",
          "Spillway", std::make_unique<SizeThreshold>()};
}

}  // namespace spillway
