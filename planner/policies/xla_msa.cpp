// SPDX-License-Identifier: Apache-2.0
#include "planner/registry.h"
#include "planner/search/xla_msa_plan.h"

namespace spillway {
namespace {

/// The planner `xla-msa`. plan_by_time() follows XLA's rules, which need times. plan() has no
/// times, so it plans like `search` and moves no tensor between memories.
class XlaMsa : public Planner {
 public:
  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& options) const override {
    return find_planner("search").planner->plan(problem, options);
  }
  bool chooses_by_time() const override { return true; }
  NetworkPlan plan_by_time(const Network& network, const PlanningRequest& request) const override {
    // XLA has no rule for inputs. If the user asks for such a rule, feature maps are placed as if
    // times were unknown.
    if (request.options.inputs_in == InputsIn::planner) {
      return search::plan_like_xla_msa(network, request);
    }
    NetworkPlan planned = plan_feature_maps(network, request);
    if (planned.result.status == PlanStatus::ok) complete_plan(network, request, planned.plan);
    return planned;
  }
};

}  // namespace

PlannerEntry xla_msa() {
  return {"xla-msa", "per use: stay, come back by an asynchronous copy, or read in slow memory",
          "XLA's memory space assignment (openxla/xla, 2024)", std::make_unique<XlaMsa>()};
}

}  // namespace spillway
