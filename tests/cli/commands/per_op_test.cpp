// SPDX-License-Identifier: Apache-2.0
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/cli/answer_run.h"
#include "tests/scratch_folder.h"
#include "traces/csv/csv_reader.h"

namespace spillway::cli {
namespace {

class PerOp : public test::InScratchFolder {};

// Returns the number in the last row of a CSV table, in the column named `column`.
double total_of(const std::string& csv, const std::string& column) {
  CsvReader reader(csv, "table");
  const auto place = reader.find_column({column});
  EXPECT_TRUE(place.has_value()) << csv;
  double total = -1;
  while (place && reader.next_row()) total = reader.number(*place);
  return total;
}

TEST_F(PerOp, ASweepsTotalsAreTheLatenciesOfItsRows) {
  const Words sweep =
      test::with_chip({"sweep", "ds_cnn", "--memory", "sram=8K:24K:8K", "--jobs", "2"});
  Words rows = sweep, operators = sweep;
  rows.insert(rows.end(), {"--output", path("rows.csv")});
  operators.insert(operators.end(), {"--per-op", "--format", "csv"});
  ASSERT_EQ(test::outcome_of(rows).code, ExitCode::ok);
  const test::Outcome outcome = test::outcome_of(operators);
  ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  CsvReader reader(read_own_output(path("rows.csv")), "rows.csv");
  const auto latency = reader.find_column({"latency_us"});
  ASSERT_TRUE(latency.has_value());
  for (const char* column : {"8K us", "16K us", "24K us"}) {
    ASSERT_TRUE(reader.next_row());
    EXPECT_NEAR(total_of(outcome.out, column), reader.number(*latency), 0.002) << column;
  }
}

TEST_F(PerOp, ASweepWritesTheTableIntoAFile) {
  const test::Outcome outcome =
      test::outcome_of(test::with_chip({"sweep", "ds_cnn", "--memory", "sram=8K,16K", "--per-op",
                                        "--output", path("operators.txt")}));
  ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(read_own_output(path("operators.txt")), HasSubstr("block4_pointwise"));
}

TEST_F(PerOp, AComparisonHasAColumnForEveryPlanner) {
  const test::Outcome outcome = test::outcome_of(
      test::with_chip({"compare", "ds_cnn", "--planner", "cadence-greedy,vela-spill", "--per-op"}));
  ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("cadence-greedy"));
  EXPECT_THAT(outcome.out, HasSubstr("vela-spill"));
  EXPECT_THAT(outcome.out, HasSubstr("block4_pointwise"));
}

TEST_F(PerOp, RefusesReportsAndUnknownFormatsOfSweeps) {
  const auto refusal = [&](const Words& more) {
    const test::Outcome outcome =
        test::outcome_of(with(test::with_chip({"sweep", "ds_cnn"}), more));
    EXPECT_EQ(outcome.code, ExitCode::usage) << outcome.out;
    return outcome.err;
  };
  EXPECT_THAT(refusal({"--per-op", "--report", path("page.html")}), HasSubstr("--report"));
  EXPECT_THAT(refusal({"--per-op", "--format", "word"}), HasSubstr("word"));
}

}  // namespace
}  // namespace spillway::cli
