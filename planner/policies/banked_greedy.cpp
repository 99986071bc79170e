// SPDX-License-Identifier: Apache-2.0
#include "planner/policies/hierarchy.h"
#include "planner/registry.h"

namespace spillway {
namespace {

class BankedGreedy : public Planner {
 public:
  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& options) const override {
    return hierarchy_plan(problem, options, lowest_free, Ties::last_added_first);
  }
  bool honours_pins(const PlannerOptions& options) const override {
    return options.allocator.empty();  // a named allocator may ignore pinned offsets
  }
};

}  // namespace

PlannerEntry banked_greedy() {
  return {"banked-greedy",
          "tflm-greedy over several memories: each buffer into the fastest with room for it",
          "Spillway", std::make_unique<BankedGreedy>()};
}

}  // namespace spillway
