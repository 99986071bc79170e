// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/plans/plan_times.h"

#include <functional>
#include <vector>

#include <gtest/gtest.h>

namespace spillway {
namespace {

Plan some_plan() {
  Plan plan;
  plan.memories = {{"sram", 1000, 16}, {"dram", unlimited, 16}};
  plan.residencies = {{0, 0, 64, 128, 1, 3}, {1, 1, 0, 256, 0, 5}};
  plan.copies = {{0, 0, 1, 1, 2}};
  plan.weights = {{0, {1}, {{0, 100, 10, 1}, {8, 90, 10, 2}}}};
  plan.cascades = {{1, 2, {4, 4}}};
  plan.outside = {3};
  return plan;
}

// PlanTimes stores the times of simulated plans. A plan that differs from the stored plans in a
// member that schedule() reads must be simulated. For a plan that differs only in its planner or in
// the capacity of a memory, PlanTimes must return the stored time.
TEST(PlanTimes, SimulateOncePerPlanThatScheduleDistinguishes) {
  const std::vector<std::function<void(Plan&)>> changes = {
      [](Plan& plan) { plan.residencies[0].offset = 80; },
      [](Plan& plan) { plan.residencies[1].inside = 0; },
      [](Plan& plan) { plan.residencies[1].kind = ResidencyKind::weight_buffer; },
      [](Plan& plan) { plan.residencies.pop_back(); },
      [](Plan& plan) { plan.copies[0].latest = 3; },
      [](Plan& plan) { plan.copies.clear(); },
      [](Plan& plan) { plan.weights[0].buffers.push_back(1); },
      [](Plan& plan) { plan.weights[0].slices[1].fetch_at = -1; },
      [](Plan& plan) { plan.weights[0].slices[0].weights = Bytes{1} << 40U; },
      [](Plan& plan) { plan.cascades[0].stripe_heights[1] = 5; },
      [](Plan& plan) { plan.outside.push_back(4); },
  };
  PlanTimes times;
  int asked = 0;
  const auto simulate = [&] {
    Timing timing;
    timing.total = ++asked;
    timing.operators.resize(1);
    timing.operators.front().end = timing.total;
    return timing;
  };
  EXPECT_EQ(times.of("chip", some_plan(), simulate).total, 1);
  EXPECT_EQ(times.of("chip", some_plan(), simulate).total, 1);
  EXPECT_EQ(times.of("chip", some_plan(), simulate).operators, std::vector<double>{1});
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Plan plan = some_plan();
    changes[i](plan);
    EXPECT_EQ(times.of("chip", plan, simulate).total, static_cast<double>(i + 2)) << i;
  }
  EXPECT_EQ(times.of("other chip", some_plan(), simulate).total,
            static_cast<double>(changes.size() + 2));
  Plan larger = some_plan();
  larger.memories[0].capacity = 2000;
  larger.planner = "another";
  EXPECT_EQ(times.of("chip", larger, simulate).total, 1);
}

}  // namespace
}  // namespace spillway
