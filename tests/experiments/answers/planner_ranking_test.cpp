// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/answers/compare_planners.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::HasSubstr;
using testing::Not;

// The lower bound is that of plans. A compiled file can have other operators, so nothing is proven
// about its time.
TEST(PlannerRanking, TheProofIsAboutTheFastestPlanNotAboutACompiledFile) {
  DesignPoint point;
  point.target = "ethos-u55-128";
  PlannerComparison comparison =
      compare_planners(load_network("ds_cnn"), point, {"single", "cadence-greedy"});
  ASSERT_EQ(comparison.scores.size(), 2U);
  const std::string proven = " is proven within ";
  EXPECT_THAT(printed_text(planner_ranking(comparison)),
              HasSubstr(comparison.scores[0].planner + proven));
  comparison.scores[0].compiled = true;
  EXPECT_THAT(printed_text(planner_ranking(comparison)),
              HasSubstr(comparison.scores[1].planner + proven));
  comparison.scores[1].compiled = true;
  EXPECT_THAT(printed_text(planner_ranking(comparison)), Not(HasSubstr(proven)));
}

}  // namespace
}  // namespace spillway
