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

TEST(WorkerPool, AJobOnWhichTwoWorkersDieIsGivenUpAndTheOthersAreDone) {
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

}  // namespace
}  // namespace spillway
