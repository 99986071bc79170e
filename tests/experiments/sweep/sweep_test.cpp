// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "experiments/sweep/shard.h"
#include "experiments/sweep/sweep_meta.h"
#include "tests/experiments/sweep/sweep_program.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::HasSubstr;

using SlowSweep = test::SmallSweep;

TEST_F(SlowSweep, TheFileDoesNotDependOnTheNumberOfWorkers) {
  const std::string whole = expected();
  EXPECT_NE(whole.find(",ok,"), std::string::npos);
  EXPECT_NE(whole.find(",does not fit,"), std::string::npos);
  for (const char* jobs : {"2", "5"}) {
    const std::string name = std::string("jobs") + jobs + ".csv";
    ASSERT_EQ(test::Program(arguments(name, {"--jobs", jobs})).wait(), 0);
    EXPECT_EQ(read_text(file(name)), whole);
  }
}

TEST_F(SlowSweep, ALargerSweepTakesOverTheRowsOfASmallerOne) {
  const std::string whole = expected();
  sizes_ = "sram=2K:14K:2K";
  ASSERT_EQ(test::Program(arguments("out.csv")).wait(), 0);
  sizes_ = "sram=1K:15K:1K";
  ASSERT_EQ(test::Program(arguments("out.csv"), file("log")).wait(), 0) << read_text(file("log"));
  EXPECT_EQ(read_text(file("out.csv")), whole);
}

TEST_F(SlowSweep, RowsOfAnotherSweepAreRefusedAndKept) {
  const std::string whole = expected();
  sizes_ = "sram=77K";
  EXPECT_EQ(test::Program(arguments("expected.csv"), file("log")).wait(), 3);
  EXPECT_THAT(read_text(file("log")), HasSubstr("a row is no point of this sweep"));
  EXPECT_EQ(read_text(file("expected.csv")), whole);
}

// In one process, points share the results of stages such as lowering and planning. Every row must
// equal the row of a process that simulates only this point.
TEST_F(SlowSweep, SharedStepsGiveTheRowsOfFreshProcesses) {
  SweepSpec spec;
  spec.networks = {load_network(file("net.csv")), load_network("ds_cnn")};
  spec.targets = {"ethos-u65-256", "ethos-u55-64"};
  spec.memories = {parse_memory_range("sram=4K:36K:32K")};
  spec.planners = {"cadence-greedy", "vela-spill", "tflm-greedy"};
  SweepTable shared(spec);
  ASSERT_EQ(shared.points().size(), 24U);
  const auto row_file = [&](std::size_t point) { return file("row" + std::to_string(point)); };
  for (std::size_t i = 0; i < shared.points().size(); ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      SweepTable fresh(spec);
      write_file(row_file(i), fresh.row(i));
      ::_exit(0);
    }
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  }
  for (std::size_t i = shared.points().size(); i-- > 0;) {
    EXPECT_EQ(shared.row(i), read_text(row_file(i)));
  }
}

TEST(SweepTable, APointInTwoRangesIsThereOnce) {
  SweepSpec spec;
  spec.networks = {load_network("ds_cnn")};
  spec.targets = {"ethos-u65-256"};
  spec.memories = {parse_memory_range("sram=32K:64K:32K+64K:96K:32K")};
  EXPECT_EQ(SweepTable(spec).points().size(), 3U);
}

TEST(SweepTable, ARowHasTheWarningsOfItsRun) {
  SweepSpec spec;
  spec.networks = {load_network("resnet8")};
  spec.targets = {"xcore.ai"};
  spec.planners = {"tinyengine-firstfit", "xformer"};
  SweepTable table(spec);
  EXPECT_THAT(table.row(0), HasSubstr(",ok,tinyengine-firstfit has 6 overlaps of buffers"));
  EXPECT_THAT(table.row(1), HasSubstr(",ok,,0,"));
}

TEST(SweepTable, ARowBeginsWithItsIdentity) {
  const std::string identity = R"("a,""b""",00,t,,c,m,sram=1 dram=2,,p,,1,1,)";
  EXPECT_EQ(identity_of_row(identity + ",ok,,0,1.5"), identity);
  EXPECT_EQ(status_of_row(identity + ",does not fit,\"x,y\",0"), "does not fit");
  EXPECT_EQ(identity_of_row("a,b"), "");
}

TEST(Shards, EveryPointIsInExactlyOneShardAndLoadsAreEven) {
  SweepSpec spec;
  spec.networks = {load_network("ds_cnn"), load_network("autoencoder")};
  spec.targets = {"ethos-u65-256"};
  spec.memories = {parse_memory_range("sram=64K:128K:1K")};
  spec.planners = {"cadence-greedy", "vela-hillclimb"};
  const PointList points = expand(spec);
  for (const std::size_t count : {1U, 2U, 3U, 16U, 500U}) {
    std::set<std::size_t> seen;
    double least = 1e300, most = 0, largest = 0;
    for (std::size_t index = 1; index <= count; ++index) {
      double load = 0;
      for (const std::size_t point : points_of_shard(spec, points, {index, count})) {
        EXPECT_TRUE(seen.insert(point).second);
        load += predicted_cost(spec, points[point]);
        largest = std::max(largest, predicted_cost(spec, points[point]));
      }
      least = std::min(least, load);
      most = std::max(most, load);
    }
    EXPECT_EQ(seen.size(), points.size());
    EXPECT_LE(most - least, largest);
  }
}

TEST(Shards, ComeFromTheCommandLineOrTheEnvironment) {
  EXPECT_EQ(parse_shard("3/8").index, 3U);
  EXPECT_EQ(parse_shard("3/8").count, 8U);
  for (const char* text : {"0/8", "9/8", "1", "1/2/3", "a/b", "-1/2", ""}) {
    EXPECT_THROW(parse_shard(text), UserError) << text;
  }
  EXPECT_THROW(parse_shard("env"), UserError);
  ::setenv("OMPI_COMM_WORLD_RANK", "0", 1);
  ::setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  EXPECT_EQ(parse_shard("env").index, 1U);
  EXPECT_EQ(parse_shard("env").count, 4U);
  ::setenv("OMPI_COMM_WORLD_RANK", "4", 1);
  EXPECT_THROW(parse_shard("env"), UserError);
  ::unsetenv("OMPI_COMM_WORLD_RANK");
  ::unsetenv("OMPI_COMM_WORLD_SIZE");
}

TEST(SweepMeta, RangesOfPointsAreShort) {
  EXPECT_EQ(ranges_text({}), "");
  EXPECT_EQ(ranges_text({0, 1, 2, 5, 7, 8}), "0-2 5 7-8");
}

}  // namespace
}  // namespace spillway
