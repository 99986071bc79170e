// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/timing_adapter.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/hwmodels/memory/memory_probe.h"

namespace spillway {
namespace {

using test::cycle;
using test::read_of;
using test::serve;
using test::stream;
using test::write_of;

/// Returns Arm's published settings for the external flash of a high-end U55 system.
TimingAdapterParameters flash() {
  TimingAdapterParameters p;
  p.clock_khz = 500'000;
  p.word_bytes = 8;
  p.maxr = 2;
  p.rlatency = 64;
  p.pulse_on = 320;
  p.pulse_off = 80;
  p.bwcap = 50;
  p.mode = 1;
  return p;
}

TEST(TimingAdapter, LoneReadTakesItsLatencyAndAWordPerCycle) {
  TimingAdapterMemory memory(flash());
  const Completion read = serve(memory, read_of(0, 64));
  EXPECT_EQ(read.first_data, 64 * cycle);
  EXPECT_EQ(read.done, (64 + 8) * cycle);
}

TEST(TimingAdapter, TwoPendingReadsGive64BytesPer36Cycles) {
  TimingAdapterParameters p = flash();
  p.bwcap = 0;
  p.pulse_off = 0;
  TimingAdapterMemory memory(p);
  EXPECT_EQ(stream(memory, 2, 64), (64 + 16) * cycle);
  memory.reset();
  EXPECT_EQ(stream(memory, 101, 64), (50 * 72 + 64 + 8) * cycle);
}

TEST(TimingAdapter, APeriodMayHaveBegunBeforeTheRun) {
  TimingAdapterParameters p = flash();
  p.bwcap = 0;
  p.phase = 300;
  TimingAdapterMemory memory(p);
  EXPECT_EQ(serve(memory, read_of(0, 64, 19 * cycle)).first_data, (19 + 64) * cycle);
  // The first period of 400 cycles began 300 cycles before the run (`phase`). So this read, which
  // arrives at cycle 20 of the run, arrives at cycle 320 of the period. In the last 80 cycles of a
  // period, the adapter accepts no burst (the pulse is off). So the read waits for the next period,
  // which begins at cycle 100 of the run.
  EXPECT_EQ(serve(memory, read_of(0, 64, 20 * cycle)).first_data, (100 + 64) * cycle);
}

TEST(TimingAdapter, AWriteMayStayOutstandingAfterItsResponse) {
  TimingAdapterParameters p = flash();
  p.bwcap = 0;
  p.pulse_off = 0;
  p.maxw = 1;
  p.wlatency = 10;
  p.write_turnaround = 4;
  TimingAdapterMemory memory(p);
  const Completion write = serve(memory, write_of(0, 8));
  EXPECT_EQ(write.done, 11 * cycle);
  EXPECT_EQ(write.left, 15 * cycle);
  EXPECT_EQ(serve(memory, write_of(0, 8)).done, (15 + 11) * cycle);
  p.least_write = 40;
  TimingAdapterMemory patient(p);
  EXPECT_EQ(serve(patient, write_of(0, 8)).done, 11 * cycle);
  EXPECT_EQ(serve(patient, write_of(0, 8)).done, (40 + 11) * cycle);
}

// A timing adapter (Arm's model of a slow memory) accepts a burst while the words in a period of
// 400 cycles are below a cap. The expected numbers of words per period were measured with Arm's
// FVP: 32, 56 and 104 words with caps of 25, 50 and 100.
TEST(TimingAdapter, BurstsAreAdmittedWholeWhileThePeriodIsBelowItsCap) {
  for (const auto& [cap, passed] : {std::pair{25, 32}, std::pair{50, 56}, std::pair{100, 104}}) {
    TimingAdapterParameters p = flash();
    p.maxr = 0;
    p.rlatency = 0;
    p.bwcap = cap;
    TimingAdapterMemory memory(p);
    const int bursts = passed / 8 * 20;
    EXPECT_EQ(stream(memory, bursts, 64), (19 * 400 + passed) * cycle) << cap;
  }
}

TEST(TimingAdapter, TheCapIsItsNominalRate) {
  EXPECT_EQ(TimingAdapterMemory(flash()).peak_bytes_per_second(), 500'000'000);
}

TEST(TimingAdapter, NoBurstIsAdmittedWhileThePulseIsOff) {
  TimingAdapterParameters p = flash();
  p.maxr = 0;
  p.bwcap = 0;
  TimingAdapterMemory memory(p);
  EXPECT_EQ(serve(memory, read_of(0, 64, 319 * cycle)).done, (319 + 72) * cycle);
  EXPECT_EQ(serve(memory, read_of(0, 64, 320 * cycle)).done, (400 + 72) * cycle);
  EXPECT_EQ(serve(memory, read_of(0, 64, 500 * cycle)).done, (500 + 72) * cycle);
}

TEST(TimingAdapter, PendingBurstsHideTheDutyCycleOfTheSramAdapter) {
  TimingAdapterParameters p;
  p.clock_khz = 500'000;
  p.maxr = p.maxw = 8;
  p.rlatency = p.wlatency = 32;
  p.pulse_on = 3999;
  p.pulse_off = 1;
  p.bwcap = 4000;
  TimingAdapterMemory memory(p);
  EXPECT_EQ(stream(memory, 1000, 64), (8000 + 32) * cycle);
}

TEST(TimingAdapter, AdaptersSideBySideHaveSeparateCapsAndLimits) {
  TimingAdapterParameters p = flash();
  p.count = 2;
  TimingAdapterMemory memory(p);
  TimingAdapterMemory one(flash());
  EXPECT_EQ(stream(memory, 400, 64), stream(one, 200, 64));
  EXPECT_EQ(memory.outstanding().reads, 4);
}

TEST(TimingAdapter, UnalignedBurstCostsTheWordsItTouches) {
  TimingAdapterMemory memory(flash());
  EXPECT_EQ(serve(memory, read_of(7, 2)).done, (64 + 2) * cycle);
}

TEST(TimingAdapter, ReadsAndWritesShareOneCapAndHaveChannelsOfTheirOwn) {
  TimingAdapterParameters p = flash();
  p.maxr = 1;
  p.maxw = 1;
  p.wlatency = 10;
  p.bwcap = 12;
  TimingAdapterMemory memory(p);
  EXPECT_EQ(serve(memory, read_of(0, 64)).done, 72 * cycle);
  EXPECT_EQ(serve(memory, write_of(0, 64)).done, 18 * cycle);
  // The preceding read and write have used all words that the cap permits in the period, so this
  // read waits for the next period.
  EXPECT_EQ(serve(memory, read_of(0, 64)).done, (400 + 72) * cycle);
}

TEST(TimingAdapter, MaxrwLimitsBothDirectionsTogether) {
  TimingAdapterParameters p = flash();
  p.maxr = 0;
  p.maxrw = 1;
  TimingAdapterMemory memory(p);
  EXPECT_EQ(serve(memory, read_of(0, 8)).done, 65 * cycle);
  EXPECT_EQ(serve(memory, write_of(0, 8)).done, 66 * cycle);
}

RC_GTEST_PROP(TimingAdapterProperty, LargerCapLowerLatencyOrMorePendingIsNeverSlower, ()) {
  TimingAdapterParameters slow = flash();
  slow.maxr = *rc::gen::inRange(1, 8);
  slow.rlatency = *rc::gen::inRange(0, 600);
  slow.bwcap = *rc::gen::inRange(1, 400);
  TimingAdapterParameters fast = slow;
  fast.maxr += *rc::gen::inRange(0, 4);
  fast.bwcap += *rc::gen::inRange(0, 100);
  TimingAdapterMemory slow_memory(slow);
  TimingAdapterMemory fast_memory(fast);
  Picoseconds arrival = 0;
  for (int i = 0; i < 50; ++i) {
    arrival += *rc::gen::inRange(0, 100'000);
    const Burst burst = read_of(0, *rc::gen::inRange(1, 256), arrival);
    RC_ASSERT(serve(fast_memory, burst).done <= serve(slow_memory, burst).done);
  }
}

}  // namespace
}  // namespace spillway
