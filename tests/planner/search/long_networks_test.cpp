// SPDX-License-Identifier: Apache-2.0
// Tests the limits that keep the time of the planner `search` short for long networks.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "planner/checks/validate.h"
#include "planner/search/capacity_ladder.h"
#include "planner/search/fluid/neighbours.h"
#include "planner/search/plan_by_time.h"
#include "tests/planner/search/chains.h"

namespace spillway::search {
namespace {

constexpr std::int32_t objects_of_long_problem = 20'000;

/// Returns a problem with one operator and one object (a map that needs memory) per step. Each
/// object lies in slow memory, or in 8, 16 or 32 bytes of fast memory.
FluidProblem long_problem() {
  FluidProblem problem{std::vector<double>(objects_of_long_problem, 10), {}, 2, 1, 100, 2};
  for (std::int32_t op = 0; op < objects_of_long_problem; ++op) {
    Object object{"object", {{"slow", {}, {{op, 0, 40}}, {}}}};
    for (const Bytes bytes : {8, 16, 32}) {
      object.choices.push_back({"fast", {{op, op, bytes}}, {{op, 4, 0}}, {}});
    }
    problem.objects.push_back(std::move(object));
  }
  return problem;
}

TEST(SlowNeighbours, SeveralCallsReachEveryObjectOfALongNetwork) {
  const FluidProblem problem = long_problem();
  const Selection selection(problem.objects.size(), 0);
  std::vector<bool> moved(problem.objects.size(), false);
  NeighbourCursor cursor;
  std::size_t most = 0, calls = 0;
  while (std::count(moved.begin(), moved.end(), false) > 0) {
    ASSERT_LT(++calls, 1000U);
    const std::vector<Neighbour> near = neighbours(problem, selection, cursor);
    most = std::max(most, near.size());
    for (const Neighbour& move : near) {
      moved[static_cast<std::size_t>(move.changes[0].object)] = true;
    }
  }
  EXPECT_GT(calls, 1U);
  EXPECT_LT(most, problem.objects.size());
}

TEST(CapacityLadder, OfALongNetworkHasFewerRungs) {
  constexpr Bytes peak = 307'200;
  const std::vector<Bytes> for_weights = {peak + 16};
  const std::vector<Rung> some = capacity_ladder(peak, 9 * peak, 100, for_weights);
  const std::vector<Rung> few = capacity_ladder(peak, 9 * peak, 10'000, for_weights);
  EXPECT_LT(2 * few.size(), some.size());
  for (const Rung& rung : few) {
    EXPECT_TRUE(std::any_of(some.begin(), some.end(), [&](const Rung& other) {
      return other.capacity == rung.capacity && other.cascades == rung.cascades;
    })) << rung.capacity;
  }
}

/// Takes the place of the simulated time of a plan. Returns the bytes in slow memory, weighted by
/// tensor, plus the number of copies.
double slow_bytes(const Plan& plan) {
  double cost = static_cast<double>(plan.copies.size());
  for (const Residency& residency : plan.residencies) {
    if (residency.memory != slow_memory || residency.tensor < 0) continue;
    cost += static_cast<double>(residency.size) * (1 + residency.tensor % 3);
  }
  return cost;
}

TEST(SlowPlanByTime, IsNeverSlowerThanARuleOnLongNetworksAndTriesNoMorePlans) {
  std::vector<std::int64_t> tried;
  for (const std::int32_t operators : {250, 1'000}) {
    Random random(5);
    const Network network = chain(random, operators);
    PlanningRequest request = request_for(network, 1'500);
    request.weights->time = [&](const Plan& plan) {
      ++tried.back();
      return slow_bytes(plan);
    };
    tried.push_back(0);
    const NetworkPlan found = plan_network(network, request);
    ASSERT_EQ(found.result.status, PlanStatus::ok);
    EXPECT_TRUE(validate_plan(found.plan, network).empty());
    for (const char* rule : {"belady", "banked-greedy", "vela-spill", "cadence-position"}) {
      PlanningRequest other = request;
      other.planner = rule;
      const NetworkPlan planned = plan_network(network, other);
      ASSERT_EQ(planned.result.status, PlanStatus::ok) << rule;
      EXPECT_LE(slow_bytes(found.plan), slow_bytes(planned.plan)) << rule;
    }
  }
  EXPECT_LE(tried.back(), tried.front() + tried.front() / 4);
}

}  // namespace
}  // namespace spillway::search
