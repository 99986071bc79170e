// SPDX-License-Identifier: Apache-2.0
#include "planner/placement/placement.h"
#include "planner/registry.h"
#include "planner/relative_places.h"
#include "planner/search/plan_by_time.h"
#include "planner/search/whole_maps.h"

namespace spillway {
namespace {

/// The planner `search`. plan_network() calls plan_by_time() if a simulator is available. Otherwise
/// plan_network() calls plan(), which minimises the number of bytes that are accessed in slow
/// memory.
class SearchPlanner : public Planner {
 public:
  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& options) const override {
    const Allocator& allocator = chosen_allocator(options, "vela-hillclimb");
    return with_relatives_resolved(problem, [&](const PlanningProblem& reduced) {
      if (reduced.memories.size() < 2) {
        return place_all_in(reduced, 0, allocator, options);
      }
      const search::WholeMaps maps =
          search::fastest_whole_maps(reduced, {}, reduced.memories.front().capacity);
      PlanningResult result =
          place_sets(reduced, maps.memory_of, allocator, options, WhenTooLarge::move_slower);
      if (!maps.exact) {
        result.note += (result.note.empty() ? "" : "; ");
        result.note += "the choice of what is kept is not exact";
      }
      return result;
    });
  }
  bool chooses_by_time() const override { return true; }
  bool searches(const PlannerOptions& /*options*/) const override { return true; }
  NetworkPlan plan_by_time(const Network& network, const PlanningRequest& request) const override {
    return search::plan_by_time(network, request);
  }
};

}  // namespace

PlannerEntry search_planner() {
  return {"search", "the plan that is fastest in the simulator, of all planners' and its own",
          "Spillway", std::make_unique<SearchPlanner>(), "latency"};
}

}  // namespace spillway
