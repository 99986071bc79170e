// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/timing_adapter.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/hwmodels/memory/memory_probe.h"

namespace spillway {
namespace {

using test::read_of;
using test::serve;
using test::stream;
using test::write_of;

constexpr Picoseconds cycle = 2000;  // 500 MHz

/// Arm's published settings for the external flash of a high-end U55 system.
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

TEST(TimingAdapter, CapAllowsExactlyItsWordsPerPeriod) {
  TimingAdapterParameters p = flash();
  p.maxr = 0;
  p.rlatency = 0;
  TimingAdapterMemory memory(p);
  // 50 words in the first pulse, and so on: the last of 1000 words moves in pulse 19, word 50.
  EXPECT_EQ(stream(memory, 125, 64), (19 * 400 + 50) * cycle);
  EXPECT_EQ(memory.peak_bytes_per_second(), 500'000'000);
}

TEST(TimingAdapter, NoWordMovesWhileThePulseIsOff) {
  TimingAdapterParameters p = flash();
  p.maxr = 0;
  p.rlatency = 0;
  p.bwcap = 0;
  TimingAdapterMemory memory(p);
  EXPECT_EQ(serve(memory, read_of(0, 64, 319 * cycle)).done, (400 + 7) * cycle);
  EXPECT_EQ(serve(memory, read_of(0, 64, 500 * cycle)).done, 508 * cycle);
  EXPECT_EQ(stream(memory, 50, 64), (508 + 212 + 80 + 188) * cycle);
}

TEST(TimingAdapter, DutyCycleOfTheSramAdapterCostsOneCycleIn4000) {
  TimingAdapterParameters p;
  p.clock_khz = 500'000;
  p.maxr = p.maxw = 8;
  p.rlatency = p.wlatency = 32;
  p.pulse_on = 3999;
  p.pulse_off = 1;
  p.bwcap = 4000;
  TimingAdapterMemory memory(p);
  // 8,000 words; the first pulse is entered 32 cycles late, so two off cycles are met.
  EXPECT_EQ(stream(memory, 1000, 64), (8000 + 32 + 2) * cycle);
}

TEST(TimingAdapter, UnalignedBurstCostsTheWordsItTouches) {
  TimingAdapterMemory memory(flash());
  EXPECT_EQ(serve(memory, read_of(7, 2)).done, (64 + 2) * cycle);
}

TEST(TimingAdapter, ReadsAndWritesShareOneCapAndEachHasItsLimit) {
  TimingAdapterParameters p = flash();
  p.maxr = 1;
  p.maxw = 1;
  p.wlatency = 10;
  p.bwcap = 12;
  TimingAdapterMemory memory(p);
  EXPECT_EQ(serve(memory, read_of(0, 64)).done, 72 * cycle);
  // Four words of the cap are left; the other four move in the next pulse, whose words a read
  // would see from cycle 400 on.
  EXPECT_EQ(serve(memory, write_of(0, 64)).done, (400 - 64 + 4 + 10) * cycle);
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
