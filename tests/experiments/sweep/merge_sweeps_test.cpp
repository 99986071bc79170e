// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/merge_sweeps.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "experiments/sweep/sweep_meta.h"
#include "tests/experiments/sweep/sweep_program.h"

namespace spillway {
namespace {

using testing::HasSubstr;

class SlowShards : public test::SmallSweep {
 protected:
  std::string shard(int index, int count) {
    const std::string text = std::to_string(index) + "/" + std::to_string(count);
    const std::string name = "part" + std::to_string(index) + "of" + std::to_string(count) + ".csv";
    EXPECT_EQ(test::Program(arguments(name, {"--shard", text, "--jobs", "1"})).wait(), 0);
    return file(name);
  }
};

TEST_F(SlowShards, MergedInAnyOrderAreTheWholeSweep) {
  const std::string whole = expected();
  const std::vector<std::string> parts = {shard(3, 3), shard(1, 3), shard(2, 3)};
  const MergedSweep merged = merge_sweeps(parts, "");
  EXPECT_EQ(merged.csv, whole);
  write_file(file("merged.csv"), merged.csv);
  write_file(file("merged.csv.meta.json"), merged.meta);
  EXPECT_EQ(merge_sweeps({file("merged.csv")}, "").csv, whole);
}

TEST_F(SlowShards, GapsAndOverlapsAreRefusedAndNamed) {
  const std::string first = shard(1, 2), second = shard(2, 2), third = shard(2, 3);
  EXPECT_THAT(merge_error({first}),
              HasSubstr("of 90 are in none of the files, which are shards 1/2"));
  EXPECT_THAT(merge_error({first, first}), HasSubstr("are in " + first + " as well"));
  EXPECT_THAT(merge_error({first, second, third}), HasSubstr(third + ": points "));
}

TEST_F(SlowShards, AnUnfinishedShardIsRefusedWithTheCommandThatResumesIt) {
  const std::string first = shard(1, 2), second = shard(2, 2);
  const std::string text = read_text(first);
  write_file(first, text.substr(0, text.size() - 5));
  EXPECT_THAT(merge_error({first, second}),
              HasSubstr("unfinished: 44 of 45 rows are there; resume"));
}

TEST_F(SlowShards, ShardsOfDifferentSweepsAreRefused) {
  const std::string first = shard(1, 2);
  sizes_ = "sram=2K:14K:2K";
  const std::string second = shard(2, 2);
  EXPECT_THAT(merge_error({first, second}), HasSubstr("is no part of the sweep that"));
}

// The test needs no Slurm: a shell runs the job scripts with the variables that Slurm would set.
TEST_F(SlowShards, SlurmScriptsWriteTheFileOfTheWholeSweep) {
  const std::string whole = expected();
  ASSERT_EQ(test::Program(arguments("out.csv", {"--slurm", file("a job"), "--chunk", "31"})).wait(),
            0);
  EXPECT_FALSE(std::filesystem::exists(file("out.csv")));
  const auto shell = [&](const std::string& variables, const std::string& script) {
    return std::system((variables + " sh '" + file("a job") + "/" + script + "'").c_str());
  };
  for (const char* task : {"1", "2", "3"}) {
    EXPECT_EQ(shell(std::string("SLURM_ARRAY_TASK_ID=") + task, "sweep.sbatch"), 0);
  }
  EXPECT_EQ(shell("", "merge.sbatch"), 0);
  EXPECT_EQ(read_text(file("out.csv")), whole);
}

}  // namespace
}  // namespace spillway
