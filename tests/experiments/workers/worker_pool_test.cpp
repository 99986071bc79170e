// SPDX-License-Identifier: Apache-2.0
#include "experiments/workers/worker_pool.h"

#include <csignal>
#include <filesystem>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "tests/experiments/workers/first_jobs.h"

namespace spillway {
namespace {

using test::first_jobs;
using Outputs = std::map<std::size_t, std::optional<std::string>>;

TEST(WorkerPool, EveryJobIsDoneOnceWhateverTheNumberOfWorkers) {
  for (const std::size_t workers : {1U, 2U, 7U, 50U}) {
    Outputs outputs;
    const PoolEnd end = run_in_workers(
        first_jobs(20), workers, [](std::size_t job) { return std::string(job * 1000, 'x'); },
        [&](std::size_t job, const auto& output) {
          EXPECT_TRUE(outputs.emplace(job, output).second);
        });
    EXPECT_EQ(end, PoolEnd::finished);
    ASSERT_EQ(outputs.size(), 20U);
    for (const auto& [job, output] : outputs) EXPECT_EQ(output->size(), job * 1000);
  }
}

TEST(WorkerPool, AnOutputLongerThanThePipeHoldsArrivesWhole) {
  std::optional<std::string> received;
  run_in_workers(
      {0}, 1, [](std::size_t) { return std::string(1'000'000, 'y'); },
      [&](std::size_t, const auto& output) { received = output; });
  EXPECT_EQ(received, std::string(1'000'000, 'y'));
}

TEST(WorkerPool, TheWorkIsNeverDoneInTheParent) {
  run_in_workers(
      first_jobs(3), 1, [](std::size_t) { return std::to_string(::getpid()); },
      [](std::size_t, const auto& output) { EXPECT_NE(output, std::to_string(::getpid())); });
}

TEST(WorkerPool, AJobWhoseWorkerDiesIsDoneAgainByANewOne) {
  const std::string mark = testing::TempDir() + "/worker_pool_mark" + std::to_string(::getpid());
  Outputs outputs;
  run_in_workers(
      first_jobs(10), 2,
      [&](std::size_t job) {
        if (job == 4 && !std::filesystem::exists(mark)) {
          write_file(mark, "");
          ::raise(SIGKILL);
        }
        return std::to_string(job);
      },
      [&](std::size_t job, const auto& output) { outputs[job] = output; });
  ASSERT_EQ(outputs.size(), 10U);
  for (const auto& [job, output] : outputs) EXPECT_EQ(output, std::to_string(job));
  std::filesystem::remove(mark);
}

TEST(WorkerPool, AJobOnWhichTwoWorkersDieIsGivenUpAndTheOtherJobsAreDone) {
  Outputs outputs;
  run_in_workers(
      first_jobs(10), 3,
      [&](std::size_t job) {
        if (job == 4) ::raise(SIGKILL);
        return std::to_string(job);
      },
      [&](std::size_t job, const auto& output) { outputs[job] = output; });
  ASSERT_EQ(outputs.size(), 10U);
  for (const auto& [job, output] : outputs) EXPECT_EQ(output.has_value(), job != 4) << job;
}

TEST(WorkerPool, AfterAnInterruptJobsInProgressAreFinishedAndNoneIsBegun) {
  for (const int signal : {SIGINT, SIGTERM}) {
    std::size_t done = 0;
    const PoolEnd end = run_in_workers(
        first_jobs(100), 2,
        [](std::size_t) {
          ::usleep(1000);
          return std::string();
        },
        [&](std::size_t, const auto& output) {
          EXPECT_TRUE(output.has_value());
          if (++done == 5) ::kill(::getpid(), signal);
        });
    EXPECT_EQ(end, PoolEnd::interrupted);
    EXPECT_GE(done, 5U);
    EXPECT_LE(done, 7U);
  }
}

TEST(WorkerPool, AnErrorOfTheReceiverEndsTheWorkersAtOnce) {
  const auto run = [] {
    run_in_workers(
        first_jobs(3), 3,
        [](std::size_t job) {
          if (job > 0) ::sleep(1000);
          return std::string();
        },
        [](std::size_t, const auto&) { throw UserError(ExitCode::run_failed, "disk full"); });
  };
  EXPECT_THROW(run(), UserError);
}

// The job that all workers run. For the request "die", the worker is killed. Otherwise returns the
// process ID of the worker, and the number of jobs that this worker has done before.
std::string counted(const std::string& request) {
  static int jobs = 0;
  if (request == "die") ::raise(SIGKILL);
  return std::to_string(::getpid()) + " " + std::to_string(jobs++);
}

class WorkerPoolOfBatches : public testing::Test {
 protected:
  std::string output_of(const std::string& request) {
    std::string result = "lost";
    const PoolEnd end = pool_.run(
        {0}, [&](std::size_t) { return request; },
        [&](std::size_t, const auto& output) { result = output.value_or(result); });
    return end == PoolEnd::finished ? result : "interrupted";
  }

  WorkerPool pool_{2, counted};
};

TEST_F(WorkerPoolOfBatches, AWorkerKeepsItsStateForTheNextBatch) {
  const std::string first = output_of("");
  const std::string process = first.substr(0, first.find(' '));
  EXPECT_EQ(output_of(""), process + " 1");
  EXPECT_EQ(output_of(""), process + " 2");
}

TEST_F(WorkerPoolOfBatches, AWorkerThatDiedBetweenBatchesIsReplaced) {
  const std::string first = output_of("");
  ::kill(std::stoi(first), SIGKILL);
  const std::string next = output_of("");
  EXPECT_NE(std::stoi(next), std::stoi(first));
  EXPECT_EQ(next.substr(next.find(' ')), " 0");
}

// The jobs of every batch are numbered from 0. A job that is lost in one batch must not use up the
// second try of the job with the same number in the next batch.
TEST_F(WorkerPoolOfBatches, AJobThatIsGivenUpLeavesTheNextBatchAlone) {
  EXPECT_EQ(output_of("die"), "lost");
  EXPECT_NE(output_of(""), "lost");
  EXPECT_EQ(output_of("die"), "lost");
}

TEST_F(WorkerPoolOfBatches, AnAbandonedBatchPassesNothingToTheNext) {
  const auto leave = [&] {
    pool_.run(
        first_jobs(8), [](std::size_t) { return ""; },
        [](std::size_t, const auto&) { throw UserError(ExitCode::run_failed, "disk full"); });
  };
  EXPECT_THROW(leave(), UserError);
  Outputs outputs;
  const PoolEnd end = pool_.run(
      first_jobs(8), [](std::size_t) { return ""; },
      [&](std::size_t job, const auto& output) {
        EXPECT_TRUE(outputs.emplace(job, output).second);
      });
  EXPECT_EQ(end, PoolEnd::finished);
  EXPECT_EQ(outputs.size(), 8U);
}

TEST_F(WorkerPoolOfBatches, AnInterruptEndsOneBatch) {
  std::size_t done = 0;
  const PoolEnd end = pool_.run(
      first_jobs(50), [](std::size_t) { return ""; },
      [&](std::size_t, const auto&) {
        if (++done == 3) ::kill(::getpid(), SIGINT);
      });
  EXPECT_EQ(end, PoolEnd::interrupted);
  EXPECT_NE(output_of(""), "interrupted");
}

}  // namespace
}  // namespace spillway
