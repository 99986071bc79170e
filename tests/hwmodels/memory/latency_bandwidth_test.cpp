// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/latency_bandwidth.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/hwmodels/memory/memory_probe.h"

namespace spillway {
namespace {

using test::read_of;
using test::serve;
using test::stream;
using test::write_of;

LatencyBandwidthParameters dram() {
  LatencyBandwidthParameters p;
  p.clock_khz = 1'000'000;
  p.bytes_per_cycle = 3.75;
  p.read_latency = 500;
  p.write_latency = 250;
  return p;
}

TEST(LatencyBandwidth, StreamTakesLatencyPlusBytesOverBandwidthExactly) {
  LatencyBandwidthMemory memory(dram());
  // Each stream has 15 MB, which take 4 ms at 3.75 bytes per ns. If the time of each burst were
  // rounded to picoseconds, the error would be visible in the sum.
  EXPECT_EQ(stream(memory, 234'375, 64), 500'000 + 4'000'000'000);
  memory.reset();
  EXPECT_EQ(stream(memory, 234'375, 64, true), 250'000 + 4'000'000'000);
}

TEST(LatencyBandwidth, SizeOfBurstsDoesNotMatterToAStream) {
  LatencyBandwidthMemory small(dram());
  LatencyBandwidthMemory large(dram());
  EXPECT_EQ(stream(small, 1000, 12), stream(large, 1, 12'000));
}

TEST(LatencyBandwidth, LoneBurstSeesTheLatencyThenItsData) {
  LatencyBandwidthMemory memory(dram());
  const Completion read = serve(memory, read_of(0, 15, 1'000'000));
  EXPECT_EQ(read.first_data, 1'500'000);
  EXPECT_EQ(read.done, 1'504'000);
}

TEST(LatencyBandwidth, WriteNeedNotWaitForTheLatencyOfARead) {
  LatencyBandwidthMemory memory(dram());
  serve(memory, read_of(0, 15));
  EXPECT_EQ(serve(memory, write_of(0, 15)).done, 4'000 + 4'000 + 250'000);
}

TEST(LatencyBandwidth, OneOutstandingReadPaysTheLatencyEveryTime) {
  LatencyBandwidthParameters p = dram();
  p.max_reads = 1;
  LatencyBandwidthMemory memory(p);
  EXPECT_EQ(stream(memory, 10, 15), 10 * (500'000 + 4'000));
}

TEST(LatencyBandwidth, WritesMayHaveARateOfTheirOwn) {
  LatencyBandwidthParameters p = dram();
  p.write_bytes_per_cycle = 0.5;
  LatencyBandwidthMemory memory(p);
  EXPECT_EQ(serve(memory, write_of(0, 10)).done, 20'000 + 250'000);
  EXPECT_EQ(serve(memory, read_of(0, 15)).done, 20'000 + 4'000 + 500'000);
}

TEST(LatencyBandwidth, IdealMemoryAnswersAtOnce) {
  const auto memory = make_memory_timing(IdealParameters{});
  EXPECT_EQ(serve(*memory, read_of(0, 1 << 20, 17)).done, 17);
  EXPECT_EQ(memory->peak_bytes_per_second(), 0);
}

RC_GTEST_PROP(LatencyBandwidthProperty, MoreBandwidthLessLatencyOrMoreOutstandingIsNeverSlower,
              ()) {
  LatencyBandwidthParameters slow;
  slow.clock_khz = *rc::gen::inRange(10'000, 2'000'000);
  slow.bytes_per_cycle = *rc::gen::inRange(1, 64) / 8.0;
  slow.read_latency = *rc::gen::inRange(0, 600);
  slow.write_latency = *rc::gen::inRange(0, 600);
  slow.max_reads = *rc::gen::inRange(1, 20);
  slow.max_writes = *rc::gen::inRange(1, 20);
  LatencyBandwidthParameters fast = slow;
  fast.bytes_per_cycle += *rc::gen::inRange(0, 8) / 8.0;
  fast.read_latency -= *rc::gen::inRange<Cycles>(0, fast.read_latency + 1);
  fast.write_latency -= *rc::gen::inRange<Cycles>(0, fast.write_latency + 1);
  fast.max_reads += *rc::gen::inRange(0, 4);
  fast.max_writes += *rc::gen::inRange(0, 4);
  LatencyBandwidthMemory slow_memory(slow);
  LatencyBandwidthMemory fast_memory(fast);
  Picoseconds arrival = 0;
  for (int i = 0; i < 50; ++i) {
    arrival += *rc::gen::inRange(0, 100'000);
    Burst burst = read_of(0, *rc::gen::inRange(1, 256), arrival);
    burst.write = *rc::gen::arbitrary<bool>();
    RC_ASSERT(serve(fast_memory, burst).done <= serve(slow_memory, burst).done);
  }
}

}  // namespace
}  // namespace spillway
