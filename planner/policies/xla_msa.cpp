// SPDX-License-Identifier: Apache-2.0
#include "planner/latency/whole_maps.h"
#include "planner/placement.h"
#include "planner/registry.h"

namespace spillway {
namespace {

/// Without times at hand no value waits or comes back; plan_network() has them and asks
/// latency::plan_like_xla_msa().
class XlaMsa : public Planner {
 public:
  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& options) const override {
    return find_planner("latency").planner->plan(problem, options);
  }
  bool chooses_by_time() const override { return true; }
};

}  // namespace

PlannerEntry xla_msa() {
  return {"xla-msa", "per use: stay, come back by an asynchronous copy, or read in slow memory",
          "XLA's memory space assignment (openxla/xla, 2024)", std::make_unique<XlaMsa>()};
}

}  // namespace spillway
