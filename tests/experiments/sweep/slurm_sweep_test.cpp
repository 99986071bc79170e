// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/sweep/slurm_cluster.h"
#include "tests/experiments/sweep/sweep_program.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::size_t lines(const std::string& path) {
  if (!fs::exists(path)) return 0;
  const std::string text = read_text(path);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// A fixture with a sweep of 1,000 points: MobileNetV2 224 on Ethos-U65 with DRAM.
class SlowSlurm : public testing::Test {
 protected:
  void SetUp() override {
    if (!test::SlurmCluster::installed()) {
      GTEST_SKIP() << "needs Debian's slurm-wlm and munge";
    }
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name) const { return folder_ + "/" + name; }

  test::Program sweep(const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"sweep",         "mobilenet_v2_1.0_224",
                                      "--target",      "ethos-u65-256",
                                      "--memory-mode", "Dedicated_Sram",
                                      "--memory",      "sram=4K:2000K:4K",
                                      "--planner",     "cadence-greedy,cadence-position"};
    words.insert(words.end(), more.begin(), more.end());
    return test::Program(words, file("log"));
  }

  /// Waits until a running task of the job array has written 20 rows, and kills this task. Returns
  /// the number of the task; 0 if no task has written 20 rows within a minute.
  int kill_a_task(const test::SlurmCluster& cluster) const {
    for (int attempt = 0; attempt < 600; ++attempt, ::usleep(100'000)) {
      for (int task = 1; task <= 4; ++task) {
        if (lines(file("jobs/part-" + std::to_string(task) + ".csv")) < 20) continue;
        const auto killed =
            cluster.shell("job=$(squeue --noheader --array --state=R --format='%F_%K' | grep _" +
                          std::to_string(task) + "$) && scancel --full --signal=KILL $job");
        if (killed.exit_code == 0) return task;
      }
    }
    return 0;
  }

  std::string folder_ =
      (fs::path(testing::TempDir()) / ("spillway_slurm" + std::to_string(::getpid()))).string();
};

TEST_F(SlowSlurm, AKilledTaskIsNamedByTheMergeAndSubmittingAgainContinues) {
  const test::SlurmCluster cluster(file("slurm"));
  ASSERT_TRUE(cluster.wait_until_idle(60)) << cluster.logs();
  ASSERT_EQ(sweep({"--output", file("out.csv"), "--slurm", file("jobs")}).wait(), 0)
      << read_text(file("log"));

  ASSERT_EQ(cluster.shell("sh " + file("jobs/submit.sh")).exit_code, 0) << cluster.logs();
  const int task = kill_a_task(cluster);
  ASSERT_NE(task, 0) << cluster.logs();
  ASSERT_TRUE(cluster.wait_until_done(240)) << cluster.logs();
  EXPECT_FALSE(fs::exists(file("out.csv")));
  EXPECT_THAT(read_text(file("jobs/merge.log")),
              HasSubstr("part-" + std::to_string(task) + ".csv"));

  ASSERT_EQ(cluster.shell("sh " + file("jobs/submit.sh")).exit_code, 0) << cluster.logs();
  ASSERT_TRUE(cluster.wait_until_done(240)) << cluster.logs();
  ASSERT_EQ(sweep({"--output", file("whole.csv"), "--jobs", "2"}).wait(), 0);
  EXPECT_EQ(lines(file("whole.csv")), 1001U);
  EXPECT_EQ(read_text(file("out.csv")), read_text(file("whole.csv")));
}

}  // namespace
}  // namespace spillway
