// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "experiments/sweep/sweep_table.h"
#include "tests/experiments/sweep/sweep_program.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string start =
    "kind = \"sweep\"\n"
    "description = \"x\"\n"
    "networks = [\"ds_cnn\"]\n"
    "targets = [\"ethos-u65-256\"]\n";

std::string error_of(const std::string& toml) {
  return test::user_error([&] { parse_sweep_file(toml, "s.toml"); });
}

TEST(SweepFile, DeclaresThePointsThatTheSameOptionsMake) {
  const SweepFile file = parse_sweep_file(start + R"(
memory_modes = ["Dedicated_Sram"]
memory.sram = ["4K:12K:4K", "50%"]
part.dram = ["ideal", "DDR3-1600K-x16"]
planners = ["cadence-greedy", "vela-spill"]
skip = ["planner=vela-spill and memory.sram<8K"]
output = "x.csv"
[options]
weight-ratio = ["0.5", "1"]
[summary]
columns = "parts"
order = true
)",
                                          "s.toml");
  SweepSpec spec;
  spec.networks = file.spec.networks;
  spec.targets = {"ethos-u65-256"};
  spec.memory_modes = {"Dedicated_Sram"};
  for (const char* text : {"sram=4K:12K:4K", "50%"}) add_memory(spec, text);
  for (const char* text : {"dram=ideal", "DDR3-1600K-x16"}) add_part(spec, text);
  for (const char* text : {"cadence-greedy", "vela-spill"}) add_planner(spec, text);
  for (const char* text : {"0.5", "1"}) add_option(spec, "weight-ratio", text);
  spec.skips = {"planner=vela-spill and memory.sram<8K"};
  SweepTable declared(file.spec), typed(spec);
  ASSERT_EQ(declared.points().size(), typed.points().size());
  EXPECT_GT(declared.points().size(), 20U);
  for (std::size_t i = 0; i < typed.points().size(); ++i) {
    EXPECT_EQ(declared.identity(i), typed.identity(i));
  }
  EXPECT_EQ(file.output, "x.csv");
  EXPECT_EQ(file.summary.tables.columns, "parts");
  EXPECT_TRUE(file.summary.order);
}

TEST(SweepFile, MistakesAreReportedWhereTheyStandWithASuggestion) {
  EXPECT_THAT(error_of(start + "planners = [\"single\", \"exakt\"]"),
              AllOf(StartsWith("s.toml:5:23: "), HasSubstr("did you mean 'exact'?")));
  EXPECT_THAT(error_of(start + "memry.sram = [\"1K\"]"),
              AllOf(StartsWith("s.toml:5:1: "), HasSubstr("did you mean 'memory'?")));
  EXPECT_THAT(error_of(start + "memory.sram = [\"1K\",\n  \"2Q\"]"), StartsWith("s.toml:6:3: "));
  EXPECT_THAT(error_of(start + "part.dram = [\"DDR3-1600K-x1\"]"),
              AllOf(StartsWith("s.toml:5:14: "), HasSubstr("did you mean 'DDR3-1600K-x16'?")));
  EXPECT_THAT(error_of(start + "skip = [\"planer=exact\"]"),
              AllOf(StartsWith("s.toml:5:9: "), HasSubstr("column 1: unknown name 'planer'")));
  EXPECT_THAT(error_of(start + "[options]\nthreads = [\"9\"]"), StartsWith("s.toml:6:12: "));
  EXPECT_THAT(error_of(start + "[options]\nthread = [\"1\"]"),
              AllOf(StartsWith("s.toml:6:1: "), HasSubstr("did you mean 'threads'?")));
  EXPECT_THAT(error_of(start + "[summary]\nrows = \"planers\""),
              AllOf(StartsWith("s.toml:6:8: "), HasSubstr("did you mean 'planner'?")));
  EXPECT_THAT(error_of(start + "planners = []"), HasSubstr("at least one value"));
  EXPECT_THAT(error_of("kind = \"sweep\"\ndescription = \"x\"\nnetworks = [\"ds_cn\"]\n"),
              StartsWith("s.toml:3:13: "));
  EXPECT_THAT(error_of("kind = \"sweep\"\ndescription = \"x\"\nnetworks = [\"ds_cnn\"]\n"
                       "targets = [\"ethos-u65-25\"]"),
              AllOf(StartsWith("s.toml:4:12: "), HasSubstr("did you mean 'ethos-u65-256'?")));
}

TEST(SweepFile, EachTargetTakesTheModesThatItHas) {
  const std::string file =
      "kind = \"sweep\"\ndescription = \"x\"\nnetworks = [\"ds_cnn\"]\n"
      "targets = [\"ethos-u55-128\", \"ethos-u65-256\"]\nmemory_modes = ";
  const SweepFile both =
      parse_sweep_file(file + "[\"Sram_Only\", \"Shared_Sram\", \"Dedicated_Sram\"]", "s.toml");
  EXPECT_EQ(SweepTable(both.spec).points().size(), 5U);
  const SweepFile none = parse_sweep_file(file + "[\"Shared_Srm\"]", "s.toml");
  EXPECT_THROW(SweepTable table(none.spec), UserError);
}

class ShippedSweep : public testing::TestWithParam<const char*> {};

// The sweep files in experiments/ must be valid and have more than 20 points.
// docs/lab/experiments.md has their results.
TEST_P(ShippedSweep, HasPoints) {
  const std::string path = test::checkout_path(std::string("experiments/") + GetParam() + ".toml");
  const SweepFile file = parse_sweep_file(read_text(path), path);
  SweepTable table(file.spec);
  EXPECT_GT(table.points().size(), 20U);
}

INSTANTIATE_TEST_SUITE_P(Files, ShippedSweep,
                         testing::Values("sram_sweep", "policy_shootout", "dram_matters",
                                         "shared_or_dedicated", "flash_speed", "latency_planners",
                                         "latency_flash", "latency_more_sram"));

class SlowSweepFile : public test::SmallSweep {
 protected:
  void SetUp() override {
    SmallSweep::SetUp();
    write_file(file("small.toml"),
               "kind = \"sweep\"\ndescription = \"a small one\"\nnetworks = [\"" + file("net.csv") +
                   "\"]\ntargets = [\"ethos-u65-256\"]\n"
                   "memory_modes = [\"Dedicated_Sram\", \"Shared_Sram\"]\n"
                   "memory.sram = [\"1K:15K:1K\"]\n"
                   "planners = [\"cadence-greedy\", \"vela-greedy\", \"vela-spill\"]\n");
  }
};

TEST_F(SlowSweepFile, RunAsAnExperimentOrAsASweepGivesTheFileOfTheOptions) {
  const std::string whole = expected();
  ASSERT_EQ(
      test::Program({"experiment", file("small.toml"), "--output", file("results")}, file("log"))
          .wait(),
      0)
      << read_text(file("log"));
  EXPECT_EQ(read_text(file("results/small.csv")), whole);
  EXPECT_THAT(read_text(file("log")), StartsWith("a small one\n90 points, "));
  EXPECT_TRUE(std::filesystem::exists(file("results/small.csv.meta.json")));
  ASSERT_EQ(test::Program({"sweep", file("small.toml"), "--output", file("out.csv")}).wait(), 0);
  EXPECT_EQ(read_text(file("out.csv")), whole);
  EXPECT_EQ(test::Program({"sweep", file("small.toml"), "--planner", "exact"}).wait(), 2);
}

TEST_F(SlowSweepFile, WithoutAnOutputOnlyTheTablesArePrinted) {
  ASSERT_EQ(test::Program({"experiment", file("small.toml")}, file("log")).wait(), 0);
  EXPECT_THAT(read_text(file("log")), HasSubstr("knee: "));
}

}  // namespace
}  // namespace spillway
