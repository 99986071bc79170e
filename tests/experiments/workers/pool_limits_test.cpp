// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <csignal>
#include <map>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "experiments/workers/interrupts.h"
#include "experiments/workers/memory_limit.h"
#include "experiments/workers/worker_pool.h"
#include "tests/checkout.h"
#include "tests/experiments/workers/first_jobs.h"

namespace spillway {
namespace {

using testing::HasSubstr;
using Reasons = std::map<std::size_t, std::string>;

// Runs `jobs` jobs in two workers. Returns the reason for each job that was lost.
Reasons lost_of(const Work& work, PoolLimits limits, std::size_t jobs = 8) {
  Reasons reasons;
  std::size_t done = 0;
  limits.lost = [&](std::size_t job, const std::string& reason) { reasons[job] = reason; };
  EXPECT_EQ(run_in_workers(
                test::first_jobs(jobs), 2, work,
                [&](std::size_t job, const auto& output) {
                  ++done;
                  EXPECT_EQ(output.has_value(), reasons.count(job) == 0);
                },
                limits),
            PoolEnd::finished);
  EXPECT_EQ(done, jobs);
  return reasons;
}

TEST(PoolLimits, AJobThatHangsOrIsStoppedIsGivenUp) {
  PoolLimits limits;
  limits.timeout = std::chrono::seconds(2);
  const Reasons reasons = lost_of(
      [](std::size_t job) {
        if (job == 2) ::raise(SIGSTOP);
        if (job == 5) ::sleep(1000);
        return std::string("x");
      },
      limits);
  EXPECT_THAT(reasons, testing::ElementsAre(testing::Pair(2, "took longer than 2 s"),
                                            testing::Pair(5, "took longer than 2 s")));
}

TEST(PoolLimits, AJobThatTakesTooMuchMemoryIsGivenUp) {
  if (test::sanitized()) GTEST_SKIP() << "no limit under sanitizers";
  PoolLimits limits;
  limits.memory = Bytes{64} << 20;
  const Reasons reasons = lost_of(
      [](std::size_t job) {
        const std::size_t bytes = std::size_t{job == 3 ? 200U : 1U} << 20U;
        return std::to_string(std::string(bytes, 'x').size());
      },
      limits);
  ASSERT_EQ(reasons.size(), 1U);
  EXPECT_THAT(reasons.at(3), HasSubstr("out of memory"));
}

TEST(PoolLimits, AJobThatThrowsSaysWhatToReport) {
  const Reasons reasons = lost_of(
      [](std::size_t job) -> std::string {
        if (job == 1) throw std::logic_error("turns without an owner");
        return "x";
      },
      {});
  ASSERT_EQ(reasons.size(), 1U);
  EXPECT_THAT(reasons.at(1), HasSubstr("a defect of Spillway: turns without an owner"));
}

TEST(PoolLimits, AJobThatIsKilledTwiceSaysByWhichSignal) {
  const Reasons reasons = lost_of(
      [](std::size_t job) {
        if (job == 1) ::raise(SIGKILL);
        return std::string();
      },
      {});
  ASSERT_EQ(reasons.size(), 1U);
  EXPECT_THAT(reasons.at(1), HasSubstr("two workers died at this point: ended by signal 9"));
}

TEST(Interrupts, EverySignalThatEndsAProcessIsNoted) {
  for (const int signal : ending_signals) {
    std::size_t done = 0;
    const PoolEnd end = run_in_workers(
        {0, 1, 2, 3, 4, 5, 6, 7}, 2, [](std::size_t) { return std::string(); },
        [&](std::size_t, const auto&) {
          if (++done == 2) ::kill(::getpid(), signal);
        });
    EXPECT_EQ(end, PoolEnd::interrupted) << signal;
  }
}

TEST(Interrupts, SignalsThatAreIgnoredStayIgnored) {
  struct sigaction before {};
  ::sigaction(SIGHUP, nullptr, &before);
  ::signal(SIGHUP, SIG_IGN);
  std::size_t done = 0;
  const PoolEnd end = run_in_workers(
      {0, 1, 2, 3}, 2, [](std::size_t) { return std::string(); },
      [&](std::size_t, const auto&) {
        if (++done == 1) ::kill(::getpid(), SIGHUP);
      });
  EXPECT_EQ(end, PoolEnd::finished);
  ::sigaction(SIGHUP, &before, nullptr);
}

// A stopped process (SIGSTOP) does not handle SIGTERM until it is continued. So to end its workers,
// the pool must continue them.
TEST(Interrupts, ContinueAWorkerThatIsStopped) {
  std::size_t done = 0;
  const auto start = std::chrono::steady_clock::now();
  const PoolEnd end = run_in_workers(
      {0, 1, 2, 3, 4, 5}, 2,
      [](std::size_t job) {
        if (job == 0) ::raise(SIGSTOP);
        return std::string();
      },
      [&](std::size_t, const auto&) {
        if (++done == 2) ::kill(::getpid(), SIGTERM);
      });
  EXPECT_EQ(end, PoolEnd::interrupted);
  EXPECT_LT(std::chrono::steady_clock::now() - start, interrupt_grace);
}

}  // namespace
}  // namespace spillway
