// SPDX-License-Identifier: Apache-2.0
#include "tests/experiments/point/expect_whole.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/stray_accesses.h"
#include "planner/checks/validate.h"
#include "planner/peaks/footprint.h"
#include "planner/plan_io/plan_csv.h"
#include "tests/experiments/point/same_program.h"

namespace spillway::test {
namespace {

using testing::IsEmpty;

/// Checks the reported peak of each memory, which is the smallest budget that the plan meets. The
/// plan must meet a budget equal to the peak, and must exceed a budget of one byte less by one
/// byte.
void expect_peaks_are_budgets(const PointResult& result) {
  for (std::size_t m = 0; m < result.plan.plan.memories.size(); ++m) {
    const Bytes peak = result.timing.memories[m].peak;
    const auto excess = [&](Bytes available) {
      return check_budget(result.plan.plan.residencies, {static_cast<MemoryIndex>(m), available})
          .excess;
    };
    EXPECT_EQ(excess(peak), 0);
    EXPECT_EQ(excess(peak - 1), 1);
  }
}

}  // namespace

void expect_whole(const Network& network, DesignPoint point, const PointResult& result) {
  const Plan& plan = result.plan.plan;
  EXPECT_THAT(stray_accesses(result.program, plan, result.target), IsEmpty());
  expect_peaks_are_budgets(result);
  std::vector<std::string> violations;
  for (const Violation& violation : validate_plan(plan, result.network)) {
    violations.push_back(violation.message);
  }
  EXPECT_THAT(violations, IsEmpty());
  point.plan_text = write_plan_csv(plan, result.network);
  point.plan_source = "plan.csv";
  point.planner.clear();
  point.planner_options = {};
  const PointResult again = run_point(network, point);
  EXPECT_TRUE(same_program(again.program, result.program));
  EXPECT_EQ(write_plan_csv(again.plan.plan, again.network), point.plan_text);
}

}  // namespace spillway::test
