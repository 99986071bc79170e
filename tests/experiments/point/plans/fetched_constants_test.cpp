// SPDX-License-Identifier: Apache-2.0
// Tests plans that copy made-up constants (constants that the lowering adds) into fast memory. A
// softmax reads about thirty such constants, and a kernel waits for each of them.
#include <algorithm>
#include <tuple>

#include <gtest/gtest.h>

#include "base/index.h"
#include "experiments/point/design_point.h"
#include "planner/plan_io/plan_csv.h"
#include "tests/experiments/point/expect_whole.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

DesignPoint point_of_search(const char* target, const char* mode) {
  DesignPoint point;
  point.target = target;
  point.target_options.memory_mode = mode;
  point.planner = "search";
  point.planner_options.search_budget = 40;
  return point;
}

bool is_copy_of_made_up(const Plan& plan, const Copy& copy) {
  return at(plan.residencies, copy.to).kind == ResidencyKind::made_up;
}

/// Returns the plan without the copies of made-up constants (constants that the lowering adds), and
/// without the places of these copies.
Plan without_copies(Plan plan) {
  const auto first = std::find_if(plan.copies.begin(), plan.copies.end(),
                                  [&](const Copy& copy) { return is_copy_of_made_up(plan, copy); });
  if (first == plan.copies.end()) return plan;
  // The search appends the residencies (places) of the copies of made-up constants (added by the
  // lowering) at the end of the list of residencies.
  plan.residencies.resize(static_cast<std::size_t>(first->to));
  plan.copies.erase(first, plan.copies.end());
  return plan;
}

Cycles cycles_with(const Network& network, DesignPoint point, const PointResult& result,
                   const Plan& plan) {
  point.planner.clear();
  point.planner_options = {};
  point.plan_text = write_plan_csv(plan, result.network);
  point.plan_source = "plan.csv";
  return run_point(network, point).timing.total;
}

TEST(SlowFetchedConstants, MakeSoftmaxFasterAndArePartOfThePlan) {
  const Network network = load_network("ds_cnn");
  for (const auto& [target, mode, per_cent] :
       {std::tuple{"ethos-u65-256", "Dedicated_Sram", 5}, {"ethos-u55-128", "Shared_Sram", 0}}) {
    SCOPED_TRACE(target);
    const DesignPoint point = point_of_search(target, mode);
    const PointResult result = run_point(network, point);
    const Plan& plan = result.plan.plan;
    ASSERT_EQ(std::count_if(plan.copies.begin(), plan.copies.end(),
                            [&](const Copy& copy) { return is_copy_of_made_up(plan, copy); }),
              1);
    test::expect_whole(network, point, result);
    const Plan plain = without_copies(plan);
    ASSERT_EQ(std::count_if(plain.residencies.begin(), plain.residencies.end(),
                            [](const Residency& r) { return r.kind == ResidencyKind::made_up; }),
              1);
    EXPECT_GT(cycles_with(network, point, result, plain),
              result.timing.total * (100 + per_cent) / 100);
  }
}

TEST(FetchedConstants, StayWhereTheyAreInOtherPlans) {
  DesignPoint point = point_of_search("ethos-u65-256", "Dedicated_Sram");
  point.weight_policy = "in-place";
  const PointResult result = run_point(load_network("ds_cnn"), point);
  for (const Copy& copy : result.plan.plan.copies) {
    EXPECT_FALSE(is_copy_of_made_up(result.plan.plan, copy));
  }
}

}  // namespace
}  // namespace spillway
