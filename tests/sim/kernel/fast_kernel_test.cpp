// SPDX-License-Identifier: Apache-2.0
// Tests rules of Spillway's own simulation kernel one by one. SystemC's kernel has the same rules,
// but no snapshots and no abandoned runs.
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hwmodels/target/read_target.h"
#include "sim/kernel/event.h"
#include "sim/simulate.h"
#include "tests/checkout.h"
#include "tests/sim/arbitrary_program.h"
#include "tests/sim/same_timing.h"

namespace spillway {
namespace {

using sim::Event;
using sim::FastKernel;
using testing::ElementsAre;

/// Records what processes do, with the simulated time of each action.
class Log {
 public:
  explicit Log(const FastKernel& kernel) : kernel_(&kernel) {}
  void operator()(const std::string& what) {
    lines_.push_back(std::to_string(kernel_->now()) + " " + what);
  }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  const FastKernel* kernel_;
  std::vector<std::string> lines_;
};

TEST(FastKernel, TakesTheEarlierOfTwoNotifications) {
  FastKernel kernel;
  Event event;
  Log log(kernel);
  sim::add_fast_method([&] { log("came"); }, event);
  FastKernel::Run run(kernel);
  event.notify(20);
  event.notify(30);
  event.notify(10);
  run.to_the_end();
  event.notify(5);
  event.notify();
  event.notify(1);
  run.to_the_end();
  EXPECT_THAT(log.lines(), ElementsAre("10 came", "10 came"));
}

TEST(FastKernel, RestoresASnapshotAnyNumberOfTimes) {
  if (test::sanitized()) GTEST_SKIP() << "sanitizers watch the stacks that it copies";
  FastKernel kernel;
  Event event;
  Log log(kernel);
  kernel.add_thread([&] {
    for (int round = 0;; ++round) {
      sim::await(event);
      log("round " + std::string(1, static_cast<char>('0' + round)));
    }
  });
  sim::add_fast_method([&] { event.notify(10); }, event);
  FastKernel::Run run(kernel);
  event.notify(10);
  std::vector<FastKernel::Moment> moments;
  const auto between = [&] {
    if (kernel.now() == 20 && moments.empty()) moments.push_back(kernel.freeze());
    if (kernel.now() == 40) throw std::runtime_error("enough");
    return true;
  };
  EXPECT_THROW(run.to_the_end(between), std::runtime_error);
  kernel.thaw(moments.front());
  EXPECT_EQ(kernel.now(), 20);
  EXPECT_THROW(run.to_the_end(between), std::runtime_error);
  EXPECT_THAT(log.lines(), ElementsAre("10 round 0", "20 round 1", "30 round 2", "40 round 3",
                                       "30 round 2", "40 round 3"));
}

// If a run is abandoned while a process waits, the process must start from its beginning in the
// next run.
TEST(FastKernel, StartsANewRunAfterAnAbandonedRun) {
  FastKernel kernel;
  Event event;
  Event other;
  Log log(kernel);
  bool working = false;
  kernel.add_thread([&] {
    for (;;) {
      while (!working) sim::await(event);
      log("begins");
      sim::await(30, other);
      log("ends");
      working = false;
    }
  });
  for (int round = 0; round < 2; ++round) {
    FastKernel::Run run(kernel);
    working = true;
    event.notify(10);
    other.notify(50);
    run.to_the_end([&] { return kernel.now() < 10; });
    EXPECT_EQ(kernel.now(), 10);
    run.abandon([&] { working = false; });
    EXPECT_EQ(kernel.next_time(), -1);
  }
  FastKernel::Run run(kernel);
  working = true;
  event.notify(5);
  run.to_the_end();
  EXPECT_THAT(log.lines(), ElementsAre("10 begins", "10 begins", "5 begins", "35 ends"));
}

TEST(FastKernel, ResumesAThreadAtItsEventOrTimeout) {
  FastKernel kernel;
  Event event;
  Log log(kernel);
  kernel.add_thread([&] {
    sim::await(100, event);
    log("first");
    sim::await(100, event);
    log("second");
    sim::await(event);
    log("third");
  });
  FastKernel::Run run(kernel);
  event.notify(40);
  run.to_the_end();
  EXPECT_THAT(log.lines(), ElementsAre("40 first", "140 second"));
  event.notify(10);
  run.to_the_end();
  EXPECT_THAT(log.lines(), ElementsAre("40 first", "140 second", "150 third"));
}

// At the simulated time 7, the method and the thread run in the same delta cycle. The thread then
// notifies the event `next` and waits for it, so it runs again in a later delta cycle of the same
// time.
TEST(FastKernel, RunsMethodsAndThenThreadsDeltaByDelta) {
  FastKernel kernel;
  Event begin;
  Event next;
  Log log(kernel);
  kernel.add_thread([&] {
    sim::await(begin);
    EXPECT_FALSE(kernel.pending_now());
    next.notify();
    EXPECT_TRUE(kernel.pending_now());
    log(kernel.first_delta() ? "thread, first" : "thread, later");
    sim::await(next);
    log(kernel.first_delta() ? "thread, first" : "thread, later");
  });
  sim::add_fast_method([&] { log("method"); }, begin);
  FastKernel::Run run(kernel);
  begin.notify(7);
  EXPECT_EQ(kernel.next_time(), 7);
  run.to_the_end();
  EXPECT_THAT(log.lines(), ElementsAre("7 method", "7 thread, first", "7 thread, later"));
  EXPECT_EQ(kernel.next_time(), -1);
}

TEST(FastKernel, PassesOnTheExceptionOfAProcess) {
  FastKernel kernel;
  Event event;
  kernel.add_thread([&] {
    sim::await(event);
    throw std::runtime_error("from within");
  });
  FastKernel::Run run(kernel);
  event.notify(1);
  EXPECT_THROW(run.to_the_end(), std::runtime_error);
}

Timing on_systemc(const Target& target, const Program& program, NpuCounters& counters) {
  SimulationOptions options;
  options.systemc = true;
  options.counters = &counters;
  return simulate(target, program, options);
}

RC_GTEST_PROP(FastKernel, RunsProcessesInTheOrderOfSystemC, ()) {
  const Target target = test::arbitrary_target();
  const Program program = test::arbitrary_program();
  NpuCounters counted;
  NpuCounters expected;
  SimulationOptions options;
  options.counters = &counted;
  const Timing fast = simulate(target, program, options);
  RC_ASSERT(test::difference(fast, on_systemc(target, program, expected)) == "");
  RC_ASSERT(counted.mac_stalled_by_ifm == expected.mac_stalled_by_ifm);
  RC_ASSERT(counted.output_stalled == expected.output_stalled);
  for (std::size_t p = 0; p < expected.ports.size(); ++p) {
    RC_ASSERT(counted.ports[p].reads_stalled == expected.ports[p].reads_stalled);
    RC_ASSERT(counted.ports[p].writes_stalled == expected.ports[p].writes_stalled);
  }
}

}  // namespace
}  // namespace spillway
