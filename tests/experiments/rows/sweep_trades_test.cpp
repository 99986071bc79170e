// SPDX-License-Identifier: Apache-2.0
#include "experiments/rows/sweep_trades.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "experiments/sweep/merge_sweeps.h"
#include "experiments/sweep/sweep_table.h"
#include "tests/experiments/sweep/sweep_program.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

using testing::ElementsAre;

// The cells of a sweep's row that these tests use. `latency` is in microseconds; `sram` and `dram`
// are capacities in bytes.
struct Row {
  std::string network, memories, planner, latency, sram, dram, threads = "1", options = {};
};

std::string csv_of(const std::vector<Row>& rows) {
  std::string csv = std::string(sweep_identity_columns) +
                    ",status,latency_us,sram_capacity_bytes,dram_capacity_bytes,pareto\n";
  for (const Row& row : rows) {
    const std::map<std::string, std::string> cells = {
        {"network", row.network},   {"target", "t"},          {"memory_mode", "m"},
        {"memories", row.memories}, {"planner", row.planner}, {"threads", row.threads},
        {"options", row.options}};
    std::string line;
    for (const std::string& column : split(sweep_identity_columns, ',')) {
      const auto cell = cells.find(column);
      line += (cell == cells.end() ? "" : cell->second) + ",";
    }
    csv += line + "ok," + row.latency + "," + row.sram + "," + row.dram + ",\n";
  }
  return csv;
}

TEST(SweepTrades, PlannersAndSizesOfTheFastestMemoryAreTradedAgainstEachOther) {
  const std::string csv = csv_of({{"a", "sram=10", "p", "5", "10", "99"},
                                  {"a", "sram=20", "q", "5", "20", "99"},
                                  {"b", "sram=20", "q", "9", "20", "99"},
                                  {"a", "sram=20", "p", "", "", ""},
                                  {"a", "sram=30", "p", "4", "30", "99"}});
  const std::vector<TradeGroup> groups = trade_groups(csv, "x");
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].name, "a on t (m)");
  EXPECT_THAT(groups[0].rows, ElementsAre(0U, 1U, 4U));
  EXPECT_THAT(groups[0].front, ElementsAre(0U, 2U));
  const std::string filled = with_pareto_column(csv, "x");
  std::vector<std::string> marks;
  CsvReader reader(filled, "x");
  const auto column = reader.require_column({"pareto"});
  while (reader.next_row()) marks.push_back(reader.cell(column));
  EXPECT_THAT(marks, ElementsAre("yes", "no", "yes", "", "yes"));
  EXPECT_EQ(with_pareto_column(filled, "x"), filled);
}

TEST(SweepTrades, TheColumnParetoIsFilledInBesideCommentsAndBlankLines) {
  const std::string header = csv_of({});
  const std::string rows =
      csv_of({{"a", "sram=10", "p", "5", "10", "99"}, {"a", "sram=20", "q", "5", "20", "99"}})
          .substr(header.size());
  const std::size_t second = rows.find('\n') + 1;
  const std::string first_row = rows.substr(0, second);
  const std::string last_row = rows.substr(second, rows.size() - second - 1);
  EXPECT_EQ(with_pareto_column("# mine\n" + header + first_row + "# between\n \n" + last_row, "x"),
            "# mine\n" + header + first_row.substr(0, second - 1) + "yes\n# between\n \n" +
                last_row + "no\n");
}

TEST(SweepTrades, PointsWithDifferentProgramsCompeteButNotWithDifferentReservedMemory) {
  const std::string csv =
      csv_of({{"a", "", "p", "41.5", "10", "1", "1", "arena=dram reserve=sram=0"},
              {"a", "", "p", "27.9", "10", "1", "1", "arena=sram+dram reserve=sram=0"},
              {"a", "", "q", "30.0", "10", "1", "1", "arena=sram+dram reserve=sram=64"},
              {"a", "", "q", "99.0", "10", "1", "1", "unheard-of=1"}});
  const std::vector<TradeGroup> groups = trade_groups(csv, "x");
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_THAT(groups[0].rows, ElementsAre(0U, 1U));
  EXPECT_THAT(groups[0].front, ElementsAre(1U));
  EXPECT_EQ(groups[0].points[1].planner, "p arena=sram+dram");
  EXPECT_EQ(groups[0].name, "a on t (m), reserve=sram=0");
}

TEST(SweepTrades, OtherDifferencesMakeGroupsAndTheirNames) {
  const std::vector<TradeGroup> groups =
      trade_groups(csv_of({{"a", "sram=10 dram=1", "p", "5", "10", "1", "1"},
                           {"a", "sram=20 dram=1", "p", "4", "20", "1", "1"},
                           {"a", "sram=20 dram=2", "p", "4", "20", "2", "1"},
                           {"a", "sram=20 dram=2", "p", "4", "20", "2", "5"}}),
                   "x");
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].points.size(), 2U);
  EXPECT_EQ(groups[1].name, "a on t (m), dram=2, threads 1");
  EXPECT_EQ(groups[2].name, "a on t (m), dram=2, threads 5");
}

TEST(SweepTrades, TheFastestMemoryIsTheFirstThatTheRowHas) {
  const std::vector<TradeGroup> groups =
      trade_groups(csv_of({{"a", "dram=10", "p", "5", "", "10"}}), "x");
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].points[0].fast_bytes, 10);
}

TEST(SweepTrades, AnotherCsvIsRefused) {
  EXPECT_THROW(trade_groups("operator,total_cycles\n1,2\n", "x"), UserError);
}

using SlowSweepTrades = test::SmallSweep;

TEST_F(SlowSweepTrades, TheColumnIsFilledInByTheWholeSweepAndByMerging) {
  const std::string whole = expected();
  EXPECT_NE(whole.find(",yes,"), std::string::npos);
  EXPECT_NE(whole.find(",no,"), std::string::npos);
  for (const char* part : {"1/2", "2/2"}) {
    const std::string name = std::string("part") + part[0] + ".csv";
    ASSERT_EQ(test::Program(arguments(name, {"--shard", part})).wait(), 0);
    EXPECT_EQ(read_text(file(name)).find(",yes,"), std::string::npos);
  }
  EXPECT_EQ(merge_sweeps({file("part1.csv"), file("part2.csv")}, "").csv, whole);
}

}  // namespace
}  // namespace spillway
