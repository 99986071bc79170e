// SPDX-License-Identifier: Apache-2.0
// fastest_plan() stops the simulation of a plan that cannot be the fastest. It must return the same
// plan as if it simulated all plans to their end.
#include "experiments/point/fastest_plan.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hwmodels/schedule.h"
#include "sim/bounds/time_left.h"
#include "sim/simulate.h"
#include "traces/files/builtin_networks.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

DesignPoint point_of(const std::string& target, const std::string& part, Bytes sram) {
  DesignPoint point;
  point.target = target;
  if (target == "ethos-u65-256") point.target_options.memory_mode = "Dedicated_Sram";
  if (!part.empty()) point.target_options.parts = {{"dram", part}};
  point.target_options.capacities = {{"sram", sram}};
  return point;
}

// Returns the plans of several planners with several weight policies (ways in which weights reach
// the processor). Some of these plans are equal.
std::vector<Plan> some_plans(const Network& network, DesignPoint point, PointCache& cache) {
  std::vector<Plan> plans;
  for (const char* planner : {"cadence-greedy", "vela-spill"}) {
    for (const char* policy : {"in-place", "vela", "prefetch", "vela"}) {
      point.planner = planner;
      point.weight_policy = policy;
      plans.push_back(plan_point(network, point, cache).plan);
    }
  }
  return plans;
}

void expect_fastest(const std::string& name, const DesignPoint& point, bool many) {
  const Network network = load_network(name);
  PointCache cache;
  if (many) cache.expect_many();
  const std::vector<Plan> plans = some_plans(network, point, cache);
  const Target target = cache.target(point);
  const Network& lowered = lowered_for(network, point, cache);
  const auto schedule_plan = [&](const Plan& plan) {
    return schedule(lowered, plan, target, point.family_options);
  };
  const PlanRace race{point, target, cache.names_of_schedule(network, lowered, point),
                      schedule_plan};
  std::vector<Cycles> cycles;
  for (const Plan& plan : plans) cycles.push_back(simulate(target, schedule_plan(plan)).total);
  const auto least = std::min_element(cycles.begin(), cycles.end()) - cycles.begin();
  const std::size_t fastest = fastest_plan(plans, race, cache);
  EXPECT_EQ(fastest, static_cast<std::size_t>(least)) << name << " on " << point.target;
  const std::size_t simulated = cache.simulations();
  EXPECT_EQ(fastest_plan(plans, race, cache), fastest) << "all of it was known before";
  EXPECT_EQ(cache.simulations(), simulated);
  // In the reversed list, the simulations run in another order and have other deadlines (the
  // shortest time so far). The fastest plan must still be found.
  const std::vector<Plan> reversed(plans.rbegin(), plans.rend());
  const std::size_t found = fastest_plan(reversed, race, cache);
  EXPECT_EQ(cycles[plans.size() - 1 - found], cycles[fastest]);
}

// The search compares weight policies (ways in which weights reach the processor) by lower bounds
// of the times of their plans. So a lower bound must never be above the simulated time.
TEST(FastestPlan, LowerBoundsAreNoMoreThanARunTakes) {
  const Network network = load_network("resnet8");
  for (const char* chip : {"ethos-u65-256", "ethos-u55-128", "ethos-u85-256"}) {
    const DesignPoint point = point_of(chip, "", Bytes{100} * 1024);
    PointCache cache;
    const Target target = cache.target(point);
    const Network& lowered = lowered_for(network, point, cache);
    const auto schedule_plan = [&](const Plan& plan) {
      return schedule(lowered, plan, target, point.family_options);
    };
    for (const Plan& plan : some_plans(network, point, cache)) {
      const Program program = schedule_plan(plan);
      const Cycles least =
          ClockDomain{target.clock_khz}.to_cycles(least_time_left(target, program).all);
      EXPECT_LE(least, simulate(target, program).total);
      EXPECT_EQ(least > 0, target.name != "ethos-u85-256") << chip;
    }
  }
}

TEST(FastestPlan, IsTheFastestOfAllSimulatedPlans) {
  for (const bool many : {false, true}) {
    for (const Bytes sram : {Bytes{24} * 1024, Bytes{60} * 1024, Bytes{300} * 1024}) {
      for (const char* name : {"resnet8", "ds_cnn"}) {
        expect_fastest(name, point_of("ethos-u65-256", "", sram), many);
        expect_fastest(name, point_of("ethos-u65-256", "LPDDR4-3200-x16", sram), many);
      }
    }
    for (const Bytes sram : {Bytes{100} * 1024, Bytes{300} * 1024}) {
      expect_fastest("resnet8", point_of("ethos-u55-128", "", sram), many);
      expect_fastest("resnet8", point_of("ethos-u85-256", "", sram), many);
    }
  }
}

}  // namespace
}  // namespace spillway
