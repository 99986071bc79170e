// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/sram.h"

#include <set>

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

SramParameters sram(std::int32_t banks, std::int32_t ports) {
  SramParameters p;
  p.clock_khz = 500'000;
  p.width_bytes = 8;
  p.banks = banks;
  p.ports = ports;
  p.read_latency = 2;
  p.write_latency = 1;
  return p;
}

TEST(Sram, LoneBurstTakesLatencyPlusAWordPerCycle) {
  SramMemory memory(sram(4, 1));
  EXPECT_EQ(serve(memory, read_of(0, 64)).done, (2 + 8) * cycle);
  EXPECT_EQ(serve(memory, write_of(0, 64)).done, (8 + 8 + 1) * cycle);
}

TEST(Sram, OnePortStreamsAtItsWidthWhateverTheBanks) {
  for (const std::int32_t banks : {1, 2, 8}) {
    SramMemory memory(sram(banks, 1));
    EXPECT_EQ(stream(memory, 100, 64), (800 + 2) * cycle);
    EXPECT_EQ(memory.peak_bytes_per_second(), 4'000'000'000);
  }
}

TEST(Sram, TwoPortsOnInterleavedBanksReachTwiceTheBandwidth) {
  SramMemory memory(sram(4, 2));
  EXPECT_EQ(memory.peak_bytes_per_second(), 8'000'000'000);
  Picoseconds last = 0;
  for (Address i = 0; i < 100; ++i) {
    last = std::max(last, serve(memory, read_of(i * 64, 64)).done);
    last = std::max(last, serve(memory, read_of(0x10000 + i * 64, 64)).done);
  }
  // The second stream begins in the same bank as the first stream, so it waits one cycle.
  EXPECT_EQ(last, (800 + 1 + 2) * cycle);
}

TEST(Sram, TwoPortsOnOneBankShareIt) {
  SramMemory memory(sram(1, 2));
  serve(memory, read_of(0, 64));
  EXPECT_EQ(serve(memory, read_of(0x1000, 64)).done, (16 + 2) * cycle);
  EXPECT_EQ(memory.peak_bytes_per_second(), 4'000'000'000);
}

TEST(Sram, ContiguousBanksConflictOnlyWithinABank) {
  SramParameters p = sram(2, 2);
  p.bank_bytes = 0x1000;
  SramMemory memory(p);
  EXPECT_EQ(serve(memory, read_of(0, 64)).done, 10 * cycle);
  EXPECT_EQ(serve(memory, read_of(0x1000, 64)).done, 10 * cycle);
  EXPECT_EQ(serve(memory, read_of(0x800, 64)).done, 18 * cycle);
  EXPECT_EQ(serve(memory, read_of(0x2000, 64)).done, 26 * cycle);
}

TEST(Sram, BurstAcrossTwoContiguousBanksWaitsForBoth) {
  SramParameters p = sram(2, 2);
  p.bank_bytes = 0x1000;
  SramMemory memory(p);
  serve(memory, read_of(0x1000, 64));
  EXPECT_EQ(serve(memory, read_of(0xff8, 16)).done, (7 + 2 + 2) * cycle);
}

TEST(Sram, DualPortedBankServesAReadAndAWriteInOneCycle) {
  SramParameters p = sram(1, 2);
  p.dual_ported = true;
  SramMemory memory(p);
  EXPECT_EQ(serve(memory, read_of(0, 64)).done, 10 * cycle);
  EXPECT_EQ(serve(memory, write_of(0, 64)).done, 9 * cycle);
  EXPECT_EQ(serve(memory, write_of(0, 64)).done, 17 * cycle);
}

TEST(Sram, ResetForgetsEverything) {
  SramMemory memory(sram(2, 1));
  const Picoseconds first = stream(memory, 10, 64);
  memory.reset();
  EXPECT_EQ(stream(memory, 10, 64), first);
}

/// The test records the cycle and the bank of every word of random bursts. A bank must serve at
/// most one word per cycle.
RC_GTEST_PROP(SramProperty, InterleavedBanksServeOneWordPerCycle, ()) {
  SramParameters p = sram(*rc::gen::inRange(1, 9), *rc::gen::inRange(1, 5));
  p.read_latency = p.write_latency = 0;
  SramMemory memory(p);
  std::set<std::pair<Cycles, std::int64_t>> words;  // cycle and bank of each word
  Picoseconds arrival = 0;
  for (int i = 0; i < 40; ++i) {
    arrival += *rc::gen::inRange(0, 20) * cycle;
    const Burst burst =
        read_of(*rc::gen::inRange<Address>(0, 64) * 8, *rc::gen::inRange(1, 9) * 8, arrival);
    const Completion served = serve(memory, burst);
    RC_ASSERT(served.first_data >= arrival);
    const auto word = static_cast<std::int64_t>(burst.address / 8);
    for (std::int64_t k = 0; k < burst.bytes / 8; ++k) {
      RC_ASSERT(words.insert({served.first_data / cycle + k, (word + k) % p.banks}).second);
    }
  }
}

RC_GTEST_PROP(SramProperty, LowerLatencyOrAWiderWordIsNeverSlowerForOneStream, ()) {
  SramParameters slow = sram(*rc::gen::inRange(1, 9), 1);
  SramParameters fast = slow;
  fast.width_bytes *= *rc::gen::element(1, 2, 4);
  fast.read_latency -= *rc::gen::inRange(0, 3);
  SramMemory slow_memory(slow);
  SramMemory fast_memory(fast);
  Picoseconds arrival = 0;
  for (int i = 0; i < 40; ++i) {
    arrival += *rc::gen::inRange(0, 40'000);
    const Burst burst =
        read_of(*rc::gen::inRange<Address>(0, 4096), *rc::gen::inRange(1, 128), arrival);
    RC_ASSERT(serve(fast_memory, burst).done <= serve(slow_memory, burst).done);
  }
}

}  // namespace
}  // namespace spillway
