// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <ostream>

#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "experiments/sweep/merge_sweeps.h"
#include "experiments/sweep/shard.h"
#include "tests/experiments/sweep/sweep_program.h"

namespace spillway {
namespace {

// Removes all environment variables that `--shard env` reads, because the test itself may run in a
// job of an engine such as Slurm.
void forget_engines() {
  for (const char* name : {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "OMPI_COMM_WORLD_RANK",
                           "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE", "SLURM_PROCID",
                           "SLURM_NTASKS", "PARALLEL_SEQ", "SPILLWAY_SHARDS"}) {
    ::unsetenv(name);
  }
}

struct Engine {
  const char *rank, *count;
  int first;

  friend std::ostream& operator<<(std::ostream& out, const Engine& engine) {
    return out << engine.rank;
  }
};

class ShardEnvironment : public testing::TestWithParam<Engine> {
 protected:
  void SetUp() override { forget_engines(); }
  void TearDown() override { forget_engines(); }
};

TEST_P(ShardEnvironment, RanksBecomeShardsFromOne) {
  const Engine& engine = GetParam();
  ::setenv(engine.count, "3", 1);
  for (int i = 0; i < 3; ++i) {
    ::setenv(engine.rank, std::to_string(engine.first + i).c_str(), 1);
    EXPECT_EQ(parse_shard("env").index, static_cast<std::size_t>(i + 1));
    EXPECT_EQ(parse_shard("env").count, 3U);
  }
  ::setenv(engine.rank, std::to_string(engine.first + 3).c_str(), 1);
  EXPECT_THROW(parse_shard("env"), UserError);
  ::unsetenv(engine.count);
  EXPECT_THROW(parse_shard("env"), UserError);
}

INSTANTIATE_TEST_SUITE_P(Engines, ShardEnvironment,
                         testing::Values(Engine{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 1},
                                         Engine{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", 0},
                                         Engine{"PMI_RANK", "PMI_SIZE", 0},
                                         Engine{"SLURM_PROCID", "SLURM_NTASKS", 0},
                                         Engine{"PARALLEL_SEQ", "SPILLWAY_SHARDS", 1}));

class SlowShardEnvironment : public test::SmallSweep {
 protected:
  void TearDown() override {
    forget_engines();
    SmallSweep::TearDown();
  }
};

// Runs the four ranks of a job at the same time, as mpirun does. After merging, the rows, times and
// descriptions must be those of the whole sweep.
TEST_F(SlowShardEnvironment, RanksOfOneJobMakeTheWholeSweep) {
  forget_engines();
  const std::string whole = expected();
  ::setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  std::vector<test::Program> ranks;
  std::vector<std::string> merge = {"merge", "--output", file("merged.csv")};
  for (const char* rank : {"0", "1", "2", "3"}) {
    ::setenv("OMPI_COMM_WORLD_RANK", rank, 1);
    const std::string name = std::string("part") + rank + ".csv";
    ranks.emplace_back(arguments(name, {"--shard", "env", "--jobs", "1"}));
    merge.push_back(file(name));
    // If a user merges `part*.csv`, the pattern also matches the .times.csv files. `merge` must
    // ignore these files.
    merge.push_back(file(name + ".times.csv"));
  }
  for (test::Program& rank : ranks) EXPECT_EQ(rank.wait(), 0);
  ASSERT_EQ(test::Program(merge, file("log")).wait(), 0) << read_text(file("log"));
  EXPECT_EQ(read_text(file("merged.csv")), whole);
  const std::string times = read_text(file("merged.csv.times.csv"));
  EXPECT_EQ(std::count(times.begin(), times.end(), '\n'), 91);
  EXPECT_TRUE(std::filesystem::exists(file("merged.csv.meta.json")));
}

bool has_program(const std::string& name) {
  return std::system(("command -v " + name + " > /dev/null 2>&1").c_str()) == 0;
}

class SlowJobEngine : public SlowShardEnvironment {
 protected:
  // Returns the command line that a job engine runs in a shell for the task `task`. The name of the
  // output file contains `task`.
  std::string sweep_of_task(const std::string& task) const {
    std::string line = test::program_path();
    for (const std::string& word : arguments("part-" + task + ".csv")) line += " " + word;
    return line + " --shard env --jobs 1";
  }

  std::string merged(const std::vector<std::string>& tasks) const {
    std::vector<std::string> words = {"merge", "--output", file("merged.csv")};
    for (const std::string& task : tasks) words.push_back(file("part-" + task + ".csv"));
    EXPECT_EQ(test::Program(words, file("log")).wait(), 0) << read_text(file("log"));
    return read_text(file("merged.csv"));
  }

  int shell(const std::string& line) const {
    return std::system((line + " > " + file("log") + " 2>&1").c_str());
  }
};

TEST_F(SlowJobEngine, MpirunRunsAShardPerRank) {
  if (!has_program("mpirun")) GTEST_SKIP() << "needs mpirun of Open MPI";
  forget_engines();
  const std::string whole = expected();
  // Open MPI refuses to run as root unless these two variables are set. In containers, tests often
  // run as root.
  ASSERT_EQ(shell("OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun "
                  "--oversubscribe -n 3 sh -c '" +
                  sweep_of_task("$OMPI_COMM_WORLD_RANK") + "'"),
            0)
      << read_text(file("log"));
  EXPECT_EQ(merged({"0", "1", "2"}), whole);
}

TEST_F(SlowJobEngine, GnuParallelRunsAShardPerJob) {
  if (!has_program("parallel")) GTEST_SKIP() << "needs GNU parallel";
  forget_engines();
  const std::string whole = expected();
  ASSERT_EQ(shell("printf '1\\n2\\n3\\n' | SPILLWAY_SHARDS=3 parallel -j 2 '" +
                  sweep_of_task("{#}") + "'"),
            0)
      << read_text(file("log"));
  EXPECT_EQ(merged({"1", "2", "3"}), whole);
}

}  // namespace
}  // namespace spillway
