// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/psram.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/hwmodels/memory/memory_probe.h"

namespace spillway {
namespace {

using test::ns;
using test::read_of;
using test::serve;
using test::stream;
using test::write_of;

/// Returns an octal HyperRAM at 200 MHz without refresh. The expected times of the tests were
/// computed by hand for this memory.
PsramParameters hyperram() {
  PsramParameters p;
  p.clock_khz = 200'000;
  return p;
}

TEST(Psram, ReadsTakeTheComputedTimesOfA200MegahertzHyperram) {
  const auto read_time = [](std::int32_t bytes) {
    PsramMemory memory(hyperram());
    return serve(memory, read_of(0, bytes)).done;
  };
  EXPECT_EQ(read_time(32), 130 * ns);
  EXPECT_EQ(read_time(64), 210 * ns);
  EXPECT_EQ(read_time(1024), 2610 * ns);
  EXPECT_EQ(PsramMemory(hyperram()).peak_bytes_per_second(), 400'000'000);
}

TEST(Psram, StreamsAtThePublishedRateOfA150MegahertzHyperram) {
  // With blocks of 512 words (1,024 bytes) and 15 clocks of overhead per block, a HyperRAM reaches
  // 291.6 of 300 MB/s. This rounded figure is from question 560465 on electronics.stackexchange.
  PsramParameters p = hyperram();
  p.clock_khz = 150'000;
  p.command_clocks = 8;
  PsramMemory memory(p);
  constexpr int chunks = 1000;
  const double seconds = static_cast<double>(stream(memory, chunks, 1024)) * 1e-12;
  EXPECT_NEAR(chunks * 1024 / seconds, 291.6e6, 0.2e6);
}

TEST(Psram, FixedLatencyIsTwiceTheInitialLatency) {
  PsramParameters p = hyperram();
  p.fixed_latency = true;
  PsramMemory memory(p);
  EXPECT_EQ(serve(memory, read_of(0, 32)).done, (3 + 14 + 16) * 5 * ns);
}

TEST(Psram, TransactionThatMeetsARefreshPaysTheLatencyTwice) {
  PsramParameters p = hyperram();
  p.refresh_interval = 4000 * ns;
  p.refresh_time = 40 * ns;
  PsramMemory memory(p);
  EXPECT_EQ(serve(memory, read_of(0, 32, 3955 * ns)).done, (3955 + 130) * ns);
  memory.reset();
  EXPECT_EQ(serve(memory, read_of(0, 32, 3960 * ns)).done, (3960 + 165) * ns);
  memory.reset();
  EXPECT_EQ(serve(memory, read_of(0, 32, 4000 * ns)).done, (4000 + 130) * ns);
}

TEST(Psram, GapSeparatesTransactions) {
  PsramParameters p = hyperram();
  p.gap = 40 * ns;
  PsramMemory memory(p);
  EXPECT_EQ(stream(memory, 2, 32), (130 + 40 + 130) * ns);
}

TEST(Psram, BurstIsRestartedAtPageAndWrapBoundaries) {
  PsramParameters p = hyperram();
  p.page_bytes = 1024;
  PsramMemory paged(p);
  EXPECT_EQ(serve(paged, read_of(1024 - 16, 32)).done, 2 * (10 + 8) * 5 * ns);
  EXPECT_EQ(serve(paged, read_of(0, 1024, 1000 * ns)).done, (1000 + 2610) * ns);
  p.page_bytes = 0;
  p.wrap_bytes = 32;
  PsramMemory wrapped(p);
  EXPECT_EQ(serve(wrapped, read_of(0, 64)).done, 2 * 130 * ns);
}

TEST(Psram, ChipSelectLimitBoundsOneTransactionTo1580Bytes) {
  PsramParameters p = hyperram();
  p.select_limit = 4000 * ns;
  PsramMemory memory(p);
  EXPECT_EQ(serve(memory, read_of(0, 1580)).done, 4000 * ns);
  memory.reset();
  EXPECT_EQ(serve(memory, read_of(0, 1582)).done, (4000 + 55) * ns);
}

TEST(Psram, QuadSingleRateMovesHalfAByteInAClock) {
  PsramParameters p = hyperram();
  p.lanes = 4;
  p.double_rate = false;
  PsramMemory memory(p);
  EXPECT_EQ(serve(memory, write_of(0, 32)).done, (10 + 64) * 5 * ns);
}

RC_GTEST_PROP(PsramProperty, FasterClockOrLowerLatencyIsNeverSlower, ()) {
  PsramParameters slow = hyperram();
  slow.clock_khz = *rc::gen::inRange(50, 200) * 1000;
  slow.read_latency = *rc::gen::inRange(1, 20);
  slow.page_bytes = 1024;
  slow.select_limit = 4000 * ns;
  PsramParameters fast = slow;
  fast.clock_khz *= *rc::gen::inRange(1, 4);
  fast.read_latency -= *rc::gen::inRange(0, fast.read_latency);
  PsramMemory slow_memory(slow);
  PsramMemory fast_memory(fast);
  Picoseconds arrival = 0;
  for (int i = 0; i < 30; ++i) {
    arrival += *rc::gen::inRange(0, 1'000'000);
    const Burst burst =
        read_of(*rc::gen::inRange<Address>(0, 8192), *rc::gen::inRange(1, 4096), arrival);
    RC_ASSERT(serve(fast_memory, burst).done <= serve(slow_memory, burst).done);
  }
}

}  // namespace
}  // namespace spillway
