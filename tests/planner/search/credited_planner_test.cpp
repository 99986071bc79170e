// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "planner/plan_network.h"
#include "planner/search/fluid/random.h"
#include "tests/planner/search/chains.h"

namespace spillway::search {
namespace {

bool fetches_weights(const Plan& plan) {
  return std::any_of(plan.weights.begin(), plan.weights.end(),
                     [](const WeightFlow& flow) { return !flow.in_place(); });
}

std::vector<std::tuple<MemoryIndex, Bytes, Bytes, TimeStep>> addresses(const Plan& plan) {
  std::vector<std::tuple<MemoryIndex, Bytes, Bytes, TimeStep>> blocks;
  for (const Residency& r : plan.residencies) {
    blocks.emplace_back(r.memory, r.offset, r.size, r.lower);
  }
  std::sort(blocks.begin(), blocks.end());
  return blocks;
}

/// Each weight is read only once. Weight policies do not copy such weights, but the planner xla-msa
/// does, so its plan is the fastest at first. The search then also copies weights in the plan of
/// `single`, which is the fastest plan without copies. This new plan is faster than that of xla-msa,
/// so the note of the search must name `single`.
TEST(CreditedPlanner, IsTheOneThatPlacedTheFeatureMaps) {
  Random random(3);
  const Network network = chain(random, 6);
  PlanningRequest request = request_for(network, 64 * 1024);
  for (WeightNeed& need : request.weights->needs.operators) need.read_once = true;
  request.weights->time = [](const Plan&) { return 100.0; };
  request.planner = "xla-msa";
  const Plan by_xla = plan_network(network, request).plan;
  ASSERT_TRUE(fetches_weights(by_xla));
  request.planner = "search";
  request.weights->time = [&](const Plan& plan) {
    if (!fetches_weights(plan)) return 100.0;
    return addresses(plan) == addresses(by_xla) ? 50.0 : 10.0;
  };
  const NetworkPlan found = plan_network(network, request);
  EXPECT_TRUE(fetches_weights(found.plan));
  EXPECT_THAT(found.result.note, testing::HasSubstr("plans, by single"));
}

}  // namespace
}  // namespace spillway::search
