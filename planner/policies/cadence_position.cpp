// SPDX-License-Identifier: Apache-2.0
#include "planner/policies/hierarchy.h"
#include "planner/registry.h"

namespace spillway {
namespace {

class CadencePosition : public Planner {
 public:
  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& options) const override {
    return hierarchy_plan(problem, options, lowest_free, Ties::first_added_first);
  }
  bool honours_pins(const PlannerOptions& options) const override {
    return options.allocator.empty();  // a named allocator may ignore pinned offsets
  }
};

}  // namespace

PlannerEntry cadence_position() {
  return {"cadence-position",
          "largest first into the fastest memory with room, lowest free offset; constraints",
          "ExecuTorch cff6f4d (2026-08), Cadence position-based greedy with hierarchy",
          std::make_unique<CadencePosition>()};
}

}  // namespace spillway
