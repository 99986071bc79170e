// SPDX-License-Identifier: Apache-2.0
// At each capacity, the planner `search` improves the fastest plan of simple planners (rules) by a
// local search.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/point/design_point.h"
#include "experiments/point/option_table.h"
#include "planner/checks/validate.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// A small memory, in which the fastest plan of `search` comes from this local search.
DesignPoint planned_by(const std::string& planner) {
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = "Dedicated_Sram";
  point.target_options.capacities = {{"sram", 12 * 1024}};
  point.planner = planner;
  set_option(find_point_option("blocks"), {"compiler"}, point);
  return point;
}

TEST(ImprovedPlan, IsFasterThanThePlansOfRulesFromWhichItStarts) {
  const Network network = load_network("resnet8");
  const PointResult improved = run_point(network, planned_by("search"));
  EXPECT_THAT(improved.plan.result.note, HasSubstr("local search from the plan of a rule"));
  EXPECT_THAT(validate_plan(improved.plan.plan, improved.network), IsEmpty());
  for (const char* rule : {"single", "banked-greedy", "belady", "cadence-position", "vela-spill"}) {
    EXPECT_LT(improved.timing.total, run_point(network, planned_by(rule)).timing.total) << rule;
  }
}

TEST(ImprovedPlan, IsTheSameInEveryRun) {
  const Network network = load_network("resnet8");
  const PointResult first = run_point(network, planned_by("search"));
  const PointResult second = run_point(network, planned_by("search"));
  EXPECT_EQ(first.timing.total, second.timing.total);
  EXPECT_EQ(first.plan.result.note, second.plan.result.note);
}

}  // namespace
}  // namespace spillway
