// SPDX-License-Identifier: Apache-2.0
#include "experiments/summary/sweep_summary.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "experiments/summary/non_monotone.h"
#include "experiments/summary/rank_rows.h"
#include "tests/experiments/sweep/sweep_program.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::HasSubstr;

struct Latency {
  std::string planner, memories, parts;
  double us = 0;  // latency in microseconds; 0 if the network does not fit
};

std::string csv_of(const std::vector<Latency>& rows) {
  std::string csv =
      std::string(sweep_identity_columns) + ",status,latency_us,sram_capacity_bytes,pareto\n";
  for (const Latency& row : rows) {
    const bool fits = row.us > 0;
    csv += "net,0,chip,,config,mode," + row.memories + "," + row.parts + "," + row.planner +
           ",,1,1,," + (fits ? "ok," + std::to_string(row.us) : "does not fit,") + "," +
           (fits && !row.memories.empty() ? row.memories.substr(5)
            : fits                        ? "9"
                                          : "") +
           ",\n";
  }
  return csv;
}

TEST(SweepSummary, ShowsLatenciesByPlannerAndSizeTheKneeAndWhatIsSlowerWithMore) {
  const std::string csv = csv_of({{"cadence-greedy", "sram=1024", "", 9000},
                                  {"vela-spill", "sram=1024", "", 0},
                                  {"cadence-greedy", "sram=2048", "", 5000},
                                  {"vela-spill", "sram=2048", "", 6000},
                                  {"cadence-greedy", "sram=4096", "", 4900},
                                  {"vela-spill", "sram=4096", "", 6600}});
  EXPECT_EQ(printed_text(sweep_summary(read_sweep_rows(csv, "x"), {}, nullptr)),
            "6 points, 5 ok, 1 does not fit\n"
            "\n"
            "net on chip (mode)\n"
            "ms                   1K        2K        4K\n"
            "cadence-greedy    9.000*    5.000*    4.900*\n"
            "vela-spill            -     6.000     6.600\n"
            "* fastest of its column, - does not fit\n"
            "\n"
            "net on chip (mode)\n"
            "  knee: 2K with cadence-greedy, 5.000 ms; half of it costs +80.0 %, twice gains\n"
            "    2.0 %\n"
            "\n"
            "not monotone: 1 step to more memory is slower\n"
            "  net on chip (mode) vela-spill\n"
            "    sram 2K -> 4K: 6.000 -> 6.600 ms, +10.0 %\n");
}

TEST(SweepSummary, ManySizesAreThinnedOutToEightyColumns) {
  std::vector<Latency> rows;
  for (int i = 1; i <= 50; ++i) {
    rows.push_back({"cadence-greedy", "sram=" + std::to_string(i * 1000), "", 1000.0 - i});
  }
  const std::string text =
      printed_text(sweep_summary(read_sweep_rows(csv_of(rows), "x"), {}, nullptr));
  EXPECT_THAT(text, HasSubstr("(6 of 50 sizes)"));
  EXPECT_THAT(text, HasSubstr(" 50000\n"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

// The knee is the size above which more memory saves little time. The latency is about 50 ms below
// 23,000 bytes and about 1 ms from 23,000 bytes on, so the knee is 23,000 bytes. The table has
// columns for only six of the fifty sizes, and one of them must be the knee.
TEST(SweepSummary, TheKneeIsAColumnOfATableThatIsThinnedOut) {
  std::vector<Latency> rows;
  for (int i = 1; i <= 50; ++i) {
    rows.push_back({"cadence-greedy", "sram=" + std::to_string(i * 1000), "",
                    i < 23 ? 50000.0 - 10 * i : 1000.0 - i});
  }
  const std::string text =
      printed_text(sweep_summary(read_sweep_rows(csv_of(rows), "x"), {}, nullptr));
  EXPECT_THAT(text, HasSubstr("knee: 23000 with"));
  EXPECT_THAT(text, HasSubstr("(6 of 50 sizes)"));
  const std::string head = text.substr(text.find("\nms "), 80);
  EXPECT_THAT(head, HasSubstr(" 23000 "));
  EXPECT_THAT(head, HasSubstr(" 1000 "));
  EXPECT_THAT(head, HasSubstr(" 50000\n"));
}

TEST(SweepSummary, ExplainsOnlyTheMarksThatATableContains) {
  const std::string alone = printed_text(
      sweep_summary(read_sweep_rows(csv_of({{"single", "sram=1024", "", 10}}), "x"), {}, nullptr));
  EXPECT_THAT(alone, testing::Not(HasSubstr("fastest of its column")));
  EXPECT_THAT(alone, testing::Not(HasSubstr("does not fit")));
}

TEST(SweepSummary, TablesHaveTheAxisThatIsVariedWhereMemoriesAreNot) {
  const std::string csv = csv_of({{"cadence-greedy", "", "dram=slow", 100},
                                  {"cadence-greedy", "", "dram=fast", 90},
                                  {"vela-spill", "", "dram=slow", 110},
                                  {"vela-spill", "", "dram=fast", 80}});
  EXPECT_THAT(printed_text(sweep_summary(read_sweep_rows(csv, "x"), {}, nullptr)),
              HasSubstr("ms                 slow      fast\n"
                        "cadence-greedy    0.100*    0.090\n"
                        "vela-spill        0.110     0.080*\n"));
}

TEST(SweepSummary, PlannersThatChangePlacesAreNamed) {
  const std::string csv = csv_of({{"a", "", "dram=slow", 100},
                                  {"b", "", "dram=slow", 110},
                                  {"c", "", "dram=slow", 300},
                                  {"a", "", "dram=fast", 60},
                                  {"b", "", "dram=fast", 50},
                                  {"c", "", "dram=fast", 0}});
  const SweepRows rows = read_sweep_rows(csv, "x");
  const auto tables = pivot_tables(rows, {"planner", "parts"});
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(order_text(tables),
            "order: 1 of 3 pairs that differ change places between columns, 1 of them by\n"
            "  1 % or more both ways\n"
            "  net on chip (mode)\n"
            "    a against b\n"
            "    -9.1 % with slow, +20.0 % with fast\n");
  EXPECT_EQ(block_text(standings_table(tables), narrowest_output),
            "\nover all columns\n"
            "                                fits      of   fastest mean above the fastest\n"
            "a                                  2       2         1                 +9.5 %\n"
            "b                                  2       2         1                 +4.9 %\n"
            "c                                  1       2         0               +200.0 %\n");
}

TEST(NonMonotone, StepsAreBetweenNeighboursOfOneSeriesWorstFirst) {
  const auto rows = read_sweep_rows(csv_of({{"a", "sram=1", "", 10},
                                            {"a", "sram=2", "", 11},
                                            {"a", "sram=3", "", 0},
                                            {"a", "sram=4", "", 22},
                                            {"b", "sram=1", "", 10},
                                            {"b", "sram=2", "", 10}}),
                                    "x");
  const auto steps = find_slower_steps(rows);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].smaller, 1U);
  EXPECT_EQ(steps[0].larger, 3U);
  EXPECT_DOUBLE_EQ(steps[0].share, 1.0);
  EXPECT_EQ(steps[1].larger, 1U);
}

// If a point with more memory is slower, the program simulates the two points again and lists the
// operators that became slower. The differences of all operators must add up to the difference of
// the totals.
TEST(NonMonotone, TheOperatorsResponsibleAreListed) {
  SweepSpec spec;
  spec.networks = {load_network("mobilenet_v1_0.25_96")};
  spec.targets = {"ethos-u65-256"};
  spec.memory_modes = {"Dedicated_Sram"};
  spec.memories = {parse_memory_range("sram=4K:28K:4K")};
  spec.planners = {"executorch-greedy"};
  // With the default weight policy `auto`, no point with more memory would be slower. With the
  // policy `vela`, some points with more memory are slower.
  add_option(spec, "weight-policy", "vela");
  SweepTable table(spec);
  std::string csv = table.header();
  for (std::size_t i = 0; i < table.points().size(); ++i) csv += table.row(i) + "\n";
  const auto rows = read_sweep_rows(csv, "x");
  const auto steps = find_slower_steps(rows);
  ASSERT_FALSE(steps.empty());
  const std::string text = slower_steps_text(rows, &table);
  EXPECT_THAT(text, HasSubstr(" cycles\n"));
  EXPECT_EQ(text, slower_steps_text(rows, &table));
}

using SlowSweepSummary = test::SmallSweep;

TEST_F(SlowSweepSummary, IsPrintedTheSameByOneWorkerAndByMany) {
  std::vector<std::string> texts;
  for (const char* jobs : {"1", "3"}) {
    const std::string name = std::string("out") + jobs + ".csv";
    ASSERT_EQ(test::Program(arguments(name, {"--jobs", jobs}), file("log")).wait(), 0);
    texts.push_back(read_text(file("log")));
  }
  EXPECT_EQ(texts[0], texts[1]);
  EXPECT_THAT(texts[0], HasSubstr("90 points, "));
}

}  // namespace
}  // namespace spillway
