// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/operator_grid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

GridRun run_of(const std::string& label, const std::vector<std::pair<std::string, double>>& times) {
  GridRun run;
  run.label = label;
  for (const auto& [name, us] : times) run.operators.push_back({name, "CONV_2D", {us}});
  return run;
}

std::string text_of(const OperatorGrid& grid) { return printed_text(grids_printout({grid})); }

TEST(OperatorGrid, PutsOperatorsOfOneNameIntoOneRow) {
  const OperatorGrid grid = operator_grid(
      "net", {run_of("a", {{"conv", 1}, {"pool", 2}}), run_of("b", {{"conv", 3}, {"pool", 1.5}})});
  ASSERT_EQ(grid.rows.size(), 2U);
  EXPECT_EQ(grid.rows[0].name, "conv");
  EXPECT_THAT(grid.rows[0].us, ElementsAre(1.0, 3.0));
  EXPECT_THAT(grid.rows[1].us, ElementsAre(2.0, 1.5));
}

TEST(OperatorGrid, TellsOperatorsOfTheSameNameApartByTheirOrder) {
  const OperatorGrid grid =
      operator_grid("net", {run_of("a", {{"x", 1}, {"x", 2}}), run_of("b", {{"x", 3}, {"x", 4}})});
  ASSERT_EQ(grid.rows.size(), 2U);
  EXPECT_THAT(grid.rows[0].us, ElementsAre(1.0, 3.0));
  EXPECT_THAT(grid.rows[1].us, ElementsAre(2.0, 4.0));
}

TEST(OperatorGrid, LeavesACellEmptyWhereARunHasNoSuchOperator) {
  const OperatorGrid grid =
      operator_grid("net", {run_of("a", {{"conv", 1}}), run_of("b", {{"conv 1/2", 2}})});
  ASSERT_EQ(grid.rows.size(), 2U);
  EXPECT_THAT(grid.rows[0].us, ElementsAre(1.0, std::nullopt));
  EXPECT_THAT(grid.rows[1].us, ElementsAre(std::nullopt, 2.0));
  EXPECT_THAT(text_of(grid), HasSubstr("total      1.000*   2.000\n"));
}

TEST(OperatorGrid, SaysWhichRunsAreLeftOut) {
  GridRun failed;
  failed.label = "b";
  failed.failure = "needs 12 bytes more";
  const OperatorGrid grid = operator_grid("net", {run_of("a", {{"conv", 1}}), failed});
  EXPECT_THAT(grid.columns, ElementsAre("a"));
  EXPECT_THAT(text_of(grid), HasSubstr("left out: b: needs 12 bytes more"));
}

TEST(OperatorGrid, MarksTheFastestWhereRunsDiffer) {
  const std::string text = text_of(operator_grid(
      "net", {run_of("a", {{"conv", 1}, {"pool", 2}}), run_of("b", {{"conv", 1}, {"pool", 3}})}));
  EXPECT_THAT(text, HasSubstr("2.000*"));
  EXPECT_THAT(text, Not(HasSubstr("1.000*")));
}

TEST(OperatorGrid, ContinuesInFurtherBlocksIfRunsDoNotFit) {
  std::vector<GridRun> runs;
  for (int i = 0; i < 20; ++i) {
    runs.push_back(run_of("planner" + std::to_string(i), {{"conv", i + 1.0}}));
  }
  const std::string text = text_of(operator_grid("net", runs));
  EXPECT_THAT(text, HasSubstr("planner19"));
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    EXPECT_LE(end - begin, 80U) << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

TEST(OperatorGrid, TimesOfAComparisonAddUpToItsLatencies) {
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.capacities = {{"sram", Bytes{32} << 10}};
  const PlannerComparison comparison =
      compare_planners(load_network("ds_cnn"), point, {"cadence-greedy", "vela-spill"});
  const OperatorGrid grid = comparison_grid(comparison);
  ASSERT_EQ(grid.columns.size(), 2U);
  for (std::size_t c = 0; c < 2; ++c) {
    double total = 0;
    for (const GridRow& row : grid.rows) total += row.us[c].value_or(0);
    const Timing& timing = comparison.scores[c].timing;
    EXPECT_NEAR(total, static_cast<double>(timing.clock.to_time(timing.total)) / 1e6, 1e-3);
  }
}

}  // namespace
}  // namespace spillway
