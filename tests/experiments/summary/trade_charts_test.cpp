// SPDX-License-Identifier: Apache-2.0
#include "experiments/summary/trade_charts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spillway {
namespace {

PlannerScore score(const std::string& planner, Bytes peak, Cycles cycles) {
  PlannerScore score;
  score.planner = planner;
  score.timing.clock = ClockDomain{1'000'000};
  score.timing.total = cycles;
  score.timing.memories.push_back({});
  score.timing.memories[0].peak = peak;
  return score;
}

// Several planners may make equal plans. If points have equal latency and memory, the chart must
// draw one dot for them and one line in the legend.
TEST(TradeChartOfAComparison, PlannersWithEqualLatencyAndMemoryShareADotAndALegendLine) {
  PlannerComparison comparison;
  comparison.platform.memories.push_back({});
  comparison.platform.memories[0].name = "sram";
  comparison.scores = {score("a", 1000, 200'000), score("b", 2000, 100'000),
                       score("c", 1000, 200'000), score("d", 1001, 200'100),
                       score("e", 1900, 100'000)};
  PlannerScore failed = score("f", 0, 1);
  failed.failure = "does not fit";
  comparison.scores.push_back(failed);
  const TradeChart chart = trade_chart(comparison);
  std::vector<std::string> names;
  for (const ChartSeries& series : chart.series) names.push_back(series.name);
  EXPECT_THAT(names, testing::UnorderedElementsAre("a, c, d", "b", "e"));
  EXPECT_TRUE(chart.label_points);
  EXPECT_EQ(chart.memory_label, "peak of sram");
}

}  // namespace
}  // namespace spillway
