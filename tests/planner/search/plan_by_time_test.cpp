// SPDX-License-Identifier: Apache-2.0
#include "planner/search/plan_by_time.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "planner/checks/validate.h"
#include "planner/placement/placement.h"
#include "planner/search/capacity_ladder.h"
#include "planner/search/fluid/random.h"
#include "planner/search/network_model.h"
#include "planner/search/whole_maps.h"
#include "tests/checkout.h"
#include "tests/planner/search/chains.h"

namespace spillway::search {
namespace {

constexpr MemoryIndex fast = fast_memory;
constexpr MemoryIndex slow = slow_memory;

/// Takes the place of the simulated time of a plan. The cost of a map depends on the memory and the
/// index of the map in a way that no policy can predict.
double cost(const Plan& plan) {
  double cycles = 0;
  for (const Residency& residency : plan.residencies) {
    if (residency.kind == ResidencyKind::tensor && residency.tensor >= 0) {
      const auto bytes = static_cast<double>(residency.size);
      cycles += residency.memory == slow ? bytes * (residency.tensor % 5) : bytes;
    }
  }
  for (const WeightFlow& flow : plan.weights) {
    cycles += flow.in_place() ? 100.0 * (flow.op % 4)
                              : 60.0 * static_cast<double>(flow.slices.size() % 3 + 1);
  }
  return cycles;
}

PlanningRequest timed_request(const Network& network, Bytes fast_bytes) {
  PlanningRequest request = request_for(network, fast_bytes);
  request.weights->time = cost;
  return request;
}

TEST(PlanByTime, IsNeverSlowerThanAnotherPlannerWithAnyWeightPolicy) {
  Random random(7);
  int faster_than_all = 0;
  for (int i = 0; i < test::rounds(12); ++i) {
    const Network network = chain(random, 5 + static_cast<std::int32_t>(random.below(6)));
    PlanningRequest request = timed_request(network, 512 + static_cast<Bytes>(random.below(1500)));
    const NetworkPlan found = plan_network(network, request);
    ASSERT_EQ(found.result.status, PlanStatus::ok);
    EXPECT_EQ(found.plan.planner, "search");
    const auto violations = validate_plan(found.plan, network);
    EXPECT_TRUE(violations.empty()) << found.result.note << ": " << violations.front().message;
    bool beats_all = true;
    for (const PlannerEntry& entry : planners()) {
      if (entry.name == "search") continue;
      for (const char* policy : {"in-place", "vela", "prefetch", "auto"}) {
        PlanningRequest other = request;
        other.planner = entry.name;
        other.weights->policy = policy;
        const NetworkPlan planned = plan_network(network, other);
        if (planned.result.status != PlanStatus::ok ||
            !validate_plan(planned.plan, network).empty()) {
          continue;
        }
        EXPECT_LE(cost(found.plan), cost(planned.plan)) << entry.name << " " << policy;
        beats_all = beats_all && cost(found.plan) < cost(planned.plan);
      }
    }
    faster_than_all += beats_all ? 1 : 0;
  }
  EXPECT_GT(2 * faster_than_all, test::rounds(12));
}

/// Returns cost() plus costs of copies and of early fetches of weights. Each weight buffer lowers
/// the cost by 3.
double cost_with_copies(const Plan& plan) {
  double cycles = cost(plan);
  for (const Copy& copy : plan.copies) {
    cycles +=
        40.0 * (copy.tensor % 3) + 0.2 * static_cast<double>(at(plan.residencies, copy.to).size);
  }
  for (const WeightFlow& flow : plan.weights) {
    if (flow.in_place()) continue;
    cycles += 7.0 * (flow.op + 1 - flow.slices.front().fetch_at);
    cycles -= 3.0 * static_cast<double>(flow.buffers.size());
  }
  return cycles;
}

/// Returns the least cost over all plans that the model can express. In these plans, each map lies
/// in one of two memories or moves between them. The weights of each operator reach the processor
/// in one of several ways.
double least_of_all(const Network& network, const PlanningRequest& request) {
  const PlanningProblem problem = make_problem(network, request.memories);
  const NetworkCosts costs = assume_costs(request, problem);
  const NetworkModel model(request, problem, costs, {});
  const std::vector<Object>& objects = model.fluid().objects;
  double least = std::numeric_limits<double>::infinity();
  Selection selection(objects.size(), 0);
  for (bool more = true; more;) {
    if (excess_bytes(model.fluid(), selection) == 0) {
      const auto planned = realise(network, request, problem, model.draft(selection));
      if (planned) least = std::min(least, cost_with_copies(planned->plan));
    }
    more = false;
    for (std::size_t i = 0; i < objects.size() && !more; ++i) {
      more = ++selection[i] < static_cast<std::int32_t>(objects[i].choices.size());
      if (!more) selection[i] = 0;
    }
  }
  return least;
}

TEST(SlowPlanByTime, FindsTheBestOfAllPlansOfTinyNetworks) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Random random(seed);
    const Network network = chain(random, 2);
    PlanningRequest request = request_for(network, 0);
    // `search` plans only for the capacities of a list (capacity_ladder()). For a capacity between
    // two capacities of the list, `search` uses the plan for the smaller of the two. So the test
    // takes a capacity of the list.
    const Bytes peak = most_live_bytes(make_problem(network, request.memories).buffers);
    const auto room = static_cast<Bytes>(random.below(static_cast<std::size_t>(peak)));
    request.memories.front().capacity = capacity_ladder(peak, peak / 2 + room, 100).back().capacity;
    request.weights->time = cost_with_copies;
    request.options.search_budget = 20'000;
    const NetworkPlan found = plan_network(network, request);
    EXPECT_LE(cost_with_copies(found.plan), least_of_all(network, request)) << seed;
  }
}

TEST(SlowPlanByTime, IsNeverSlowerWithMoreMemory) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    Random random(seed);
    const Network network = chain(random, 6);
    double before = std::numeric_limits<double>::infinity();
    for (Bytes bytes = 256; bytes <= 2304; bytes += 128) {
      PlanningRequest request = request_for(network, bytes);
      request.weights->time = cost_with_copies;
      const double now = cost_with_copies(plan_network(network, request).plan);
      EXPECT_LE(now, 1.001 * before) << seed << " " << bytes;
      before = now;
    }
  }
}

TEST(PlanByTime, MakesItsOwnPlansForMemoriesBelowASixteenthOfTheLivePeak) {
  Random random(3);
  Network network = chain(random, 8);
  for (Tensor& tensor : network.tensors) {
    if (tensor.kind == TensorKind::activation) tensor.bytes *= 2048;
  }
  const Bytes peak =
      most_live_bytes(make_problem(network, request_for(network, 0).memories).buffers);
  const Bytes capacity = peak / 20;
  ASSERT_GT(capacity, 64 * 1024);
  PlanningRequest request = request_for(network, capacity);
  request.weights->time = cost_with_copies;
  const NetworkPlan planned = plan_network(network, request);
  ASSERT_EQ(planned.result.status, PlanStatus::ok);
  EXPECT_THAT(planned.result.note, testing::HasSubstr("rank correlation"));
  EXPECT_THAT(planned.result.note, testing::Not(testing::HasSubstr("over 0 plans")));
}

/// The search also tries the plans that other planners make for less memory. Such a plan can be
/// faster than the plan of the same planner for all of the memory. In this test, only such a plan
/// is fast, so the search must find it.
TEST(PlanByTime, IncludesPlansThatARuleMakesForLessMemory) {
  Random random(3);
  const Network network = chain(random, 8);
  const Bytes peak =
      most_live_bytes(make_problem(network, request_for(network, 0).memories).buffers);
  const Bytes capacity = peak * 3 / 4 / 16 * 16;
  PlanningRequest smaller = request_for(network, capacity * 3 / 4);
  smaller.planner = "belady";
  smaller.weights->policy = "prefetch";
  const Plan suiting = plan_network(network, smaller).plan;
  const auto addresses = [](const Plan& plan) {
    std::vector<std::tuple<MemoryIndex, Bytes, Bytes, TimeStep>> blocks;
    for (const Residency& r : plan.residencies) {
      blocks.emplace_back(r.memory, r.offset, r.size, r.lower);
    }
    std::sort(blocks.begin(), blocks.end());
    return blocks;
  };
  PlanningRequest request = request_for(network, capacity);
  request.weights->time = [&](const Plan& plan) {
    return addresses(plan) == addresses(suiting) ? 50.0 : 100.0;
  };
  const Plan found = plan_network(network, request).plan;
  EXPECT_EQ(addresses(found), addresses(suiting));
}

TEST(CapacityLadder, ALargerMemoryHasAllRungsOfASmallerMemory) {
  for (const Bytes peak : {64, 1000, 16'000, 307'200, 5'000'000}) {
    const std::vector<Bytes> for_weights = {peak + 1, peak * 5 / 4};
    const std::vector<Rung> all = capacity_ladder(peak, unlimited, 100, for_weights);
    EXPECT_EQ(all.back().capacity, 8 * peak / 64 * 64);
    for (Bytes capacity = 1; capacity < 9 * peak; capacity += 1 + peak / 7) {
      const std::vector<Rung> some = capacity_ladder(peak, capacity, 100, for_weights);
      ASSERT_LE(some.size(), all.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        ASSERT_EQ(i < some.size(), all[i].capacity <= capacity) << peak << " " << capacity;
        if (i == some.size()) break;
        EXPECT_EQ(some[i].capacity, all[i].capacity);
        EXPECT_EQ(some[i].cascades, all[i].cascades);
        EXPECT_EQ(some[i].stripes, all[i].stripes);
        EXPECT_EQ(some[i].added, all[i].added);
      }
    }
  }
}

TEST(CapacityLadder, ReachesDownTo32KiBForMapsOfAnySize) {
  constexpr Bytes least = 32 * 1024, unit = 64;
  for (const Bytes peak : {1'000'000, 5'000'000, 90'000'000}) {
    const std::vector<Rung> rungs = capacity_ladder(peak, unlimited, 100);
    EXPECT_GE(rungs.front().capacity, least);
    EXPECT_LT(rungs.front().capacity, 3 * least / 2 + unit) << peak;
    for (std::size_t i = 1; i < rungs.size(); ++i) {
      EXPECT_LE(rungs[i].capacity, 2 * (rungs[i - 1].capacity + unit)) << peak;
    }
  }
}

// Three operators run at the steps 1 to 3. The maps need 300 bytes at the second step and 200 bytes
// at the other steps.
TEST(CapacityLadder, HasTheCapacitiesAtWhichTheWeightsOfAnOperatorFitBesideTheMaps) {
  std::vector<Buffer> maps;
  for (const auto& [lower, upper] : {std::pair{1, 4}, {1, 3}, {2, 3}, {3, 4}}) {
    maps.emplace_back();
    maps.back().lower = lower;
    maps.back().upper = upper;
    maps.back().size = 100;
  }
  WeightNeeds needs;
  needs.compute_cycles = {1, 1, 1};
  const auto add = [&](std::int32_t op, Bytes bytes) {
    WeightNeed need;
    need.op = op;
    need.may_be_fetched = true;
    need.slices = [bytes](const std::vector<std::int32_t>&) {
      return std::vector<WeightFlowSlice>{{0, bytes, 0}};
    };
    needs.operators.push_back(need);
  };
  add(0, 90);   // 90 bytes are 96 with padding: 200 + 96 is less than the peak
  add(1, 60);   // 60 bytes are 64 with padding: capacity 300 + 64
  add(2, 130);  // 130 bytes are 144 with padding: capacity 200 + 144
  add(2, 400);  // no capacity: more than 3/2 of the peak
  EXPECT_EQ(capacities_for_weights(maps, needs), (std::vector<Bytes>{344, 364}));
  needs.operators[1].may_be_fetched = false;
  EXPECT_EQ(capacities_for_weights(maps, needs), (std::vector<Bytes>{344}));
}

TEST(PlanByTime, GivesTheSamePlanTwice) {
  Random random(8);
  const Network network = chain(random, 9);
  const NetworkPlan first = plan_network(network, timed_request(network, 1024));
  const NetworkPlan second = plan_network(network, timed_request(network, 1024));
  ASSERT_EQ(first.plan.residencies.size(), second.plan.residencies.size());
  for (std::size_t i = 0; i < first.plan.residencies.size(); ++i) {
    EXPECT_EQ(first.plan.residencies[i].memory, second.plan.residencies[i].memory);
    EXPECT_EQ(first.plan.residencies[i].offset, second.plan.residencies[i].offset);
  }
}

TEST(PlanByTime, KeepsTheWeightPolicyThatTheUserNames) {
  Random random(9);
  const Network network = chain(random, 8);
  PlanningRequest request = timed_request(network, 2048);
  request.weights->policy = "in-place";
  for (const WeightFlow& flow : plan_network(network, request).plan.weights) {
    EXPECT_TRUE(flow.in_place());
  }
}

TEST(WholeMaps, KeepsTheMapsThatAreReadMostOften) {
  PlanningProblem problem;
  problem.memories = {{"fast", 100, 1}, {"slow", unlimited, 1}};
  for (const Bytes score : {500, 900}) {
    Buffer buffer;
    buffer.upper = 2;
    buffer.size = 80;
    buffer.access_score = score;
    problem.buffers.push_back(buffer);
  }
  const WholeMaps maps = fastest_whole_maps(problem, {}, 100);
  EXPECT_TRUE(maps.exact);
  EXPECT_EQ(maps.memory_of, (std::vector<MemoryIndex>{slow, fast}));
}

}  // namespace
}  // namespace spillway::search
