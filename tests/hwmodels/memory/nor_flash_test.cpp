// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/nor_flash.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/diagnostics.h"
#include "tests/hwmodels/memory/memory_probe.h"

namespace spillway {
namespace {

using test::read_of;
using test::serve;
using test::stream;
using test::write_of;

constexpr Picoseconds clock = 10'000;  // period at 100 MHz

/// Returns a flash with quad output. A read takes 8 clocks for the command, 8 for a 4-byte address
/// on four lanes, 10 dummy clocks, and then two clocks per byte.
NorFlashParameters quad() {
  NorFlashParameters p;
  p.clock_khz = 100'000;
  p.lanes = 4;
  p.command_clocks = 8;
  p.address_clocks = 8;
  p.dummy_clocks = 10;
  p.gap = 5 * clock;
  return p;
}

NorFlashParameters in_place(bool read_ahead) {
  NorFlashParameters p = quad();
  p.line_bytes = 32;
  p.read_ahead = read_ahead;
  return p;
}

TEST(NorFlash, BlockReadTakesCommandAddressDummyAndData) {
  NorFlashMemory memory(quad());
  const Completion read = serve(memory, read_of(0, 4096));
  EXPECT_EQ(read.first_data, 26 * clock);
  EXPECT_EQ(read.done, (26 + 8192) * clock);
  EXPECT_EQ(memory.peak_bytes_per_second(), 50'000'000);
}

TEST(NorFlash, DoubleRateOctalMovesTwoBytesPerClock) {
  NorFlashParameters p = quad();
  p.lanes = 8;
  p.double_rate = true;
  NorFlashMemory memory(p);
  EXPECT_EQ(serve(memory, read_of(0, 64)).done, (26 + 32) * clock);
  EXPECT_EQ(memory.peak_bytes_per_second(), 200'000'000);
}

TEST(NorFlash, EveryBlockReadPaysTheCommandAndTheGap) {
  NorFlashMemory memory(quad());
  EXPECT_EQ(stream(memory, 3, 32), (3 * (26 + 64) + 2 * 5) * clock);
}

TEST(NorFlash, LineInTheBufferIsAnsweredAtOnce) {
  NorFlashMemory memory(in_place(false));
  EXPECT_EQ(serve(memory, read_of(4, 4)).done, (26 + 64) * clock);
  EXPECT_EQ(serve(memory, read_of(28, 4, 200 * clock)).done, 200 * clock);
  EXPECT_EQ(serve(memory, read_of(32, 4, 200 * clock)).done, (200 + 26 + 64) * clock);
}

TEST(NorFlash, BurstAcrossLinesFetchesEach) {
  NorFlashMemory memory(in_place(false));
  EXPECT_EQ(serve(memory, read_of(16, 32)).done, (26 + 64 + 5 + 26 + 64) * clock);
}

TEST(NorFlash, ReadAheadPaysTheCommandOnceForAStream) {
  NorFlashMemory memory(in_place(true));
  EXPECT_EQ(stream(memory, 100, 32), (26 + 100 * 64) * clock);
}

TEST(NorFlash, ReadAheadHidesTheNextLineFromASlowReader) {
  NorFlashMemory memory(in_place(true));
  serve(memory, read_of(0, 32));
  EXPECT_EQ(serve(memory, read_of(32, 32, 1000 * clock)).done, 1000 * clock);
  // The flash reads only one line ahead. The flash began to read the line of this access at the
  // preceding access, at clock 1000, so this access waits until clock 1064.
  EXPECT_EQ(serve(memory, read_of(64, 32, 1010 * clock)).done, (1000 + 64) * clock);
}

TEST(NorFlash, JumpEndsTheReadAhead) {
  NorFlashMemory memory(in_place(true));
  serve(memory, read_of(0, 32));
  EXPECT_EQ(serve(memory, read_of(4096, 32, 200 * clock)).done, (200 + 5 + 26 + 64) * clock);
}

TEST(NorFlash, WriteIsTheUsersMistake) {
  NorFlashMemory memory(quad());
  EXPECT_THROW(serve(memory, write_of(0, 4)), UserError);
}

RC_GTEST_PROP(NorFlashProperty, FasterClockOrFewerDummyClocksIsNeverSlower, ()) {
  NorFlashParameters slow = *rc::gen::arbitrary<bool>() ? quad() : in_place(false);
  NorFlashParameters fast = slow;
  fast.clock_khz += *rc::gen::inRange(0, 100'000);
  fast.dummy_clocks -= *rc::gen::inRange(0, 10);
  NorFlashMemory slow_memory(slow);
  NorFlashMemory fast_memory(fast);
  Picoseconds arrival = 0;
  for (int i = 0; i < 40; ++i) {
    arrival += *rc::gen::inRange(0, 3'000'000);
    const Burst burst =
        read_of(*rc::gen::inRange<Address>(0, 512), *rc::gen::inRange(1, 128), arrival);
    RC_ASSERT(serve(fast_memory, burst).done <= serve(slow_memory, burst).done);
  }
}

}  // namespace
}  // namespace spillway
