// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/cache.h"

#include <list>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hwmodels/memory/memories/cached_memory.h"
#include "tests/hwmodels/memory/memory_probe.h"

namespace spillway {
namespace {

/// Returns the parameters of xcore.ai's minicache: 8 lines of 32 bytes.
CacheParameters minicache() {
  CacheParameters p;
  p.lines = 8;
  p.line_bytes = 32;
  p.write_validate = true;
  return p;
}

MoveCount walk(Cache& cache, Address base, Bytes bytes, std::int32_t step, bool write) {
  MoveCount sum;
  for (Bytes at = 0; at < bytes; at += step) {
    const MoveCount moves = cache.touch(base + static_cast<Address>(at), step, write);
    sum.fills += moves.fills;
    sum.evictions += moves.evictions;
  }
  return sum;
}

TEST(Cache, StreamFillsEachLineOnce) {
  Cache cache(minicache());
  EXPECT_EQ(walk(cache, 0, 4096, 4, false).fills, 128);
  cache.reset();
  EXPECT_EQ(walk(cache, 0, 4096, 32, false).fills, 128);
  cache.reset();
  EXPECT_EQ(walk(cache, 16, 4096, 32, false).fills, 129);
}

TEST(Cache, ReuseWithinTheCacheFillsNothing) {
  Cache cache(minicache());
  EXPECT_EQ(walk(cache, 0, 256, 16, false).fills, 8);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(walk(cache, 0, 256, 16, false).fills, 0);
}

TEST(Cache, LoopOverOneLineTooManyThrashesUnderLru) {
  Cache cache(minicache());
  for (int i = 0; i < 100; ++i) EXPECT_EQ(walk(cache, 0, 9 * 32, 32, false).fills, 9);
}

TEST(Cache, PseudoLruFillsLessThanLruInALoopThatIsTooLong) {
  CacheParameters p = minicache();
  p.replacement = CacheParameters::Replacement::pseudo_lru;
  Cache cache(p);
  std::int64_t fills = 0;
  for (int i = 0; i < 100; ++i) fills += walk(cache, 0, 9 * 32, 32, false).fills;
  EXPECT_LT(fills, 100 * 9);
  EXPECT_GT(fills, 100);
}

TEST(Cache, APseudoLruTreeOfFourWaysNamesTheVictim) {
  CacheParameters p = minicache();
  p.lines = 4;
  p.replacement = CacheParameters::Replacement::pseudo_lru;
  Cache cache(p);
  // After these reads, lines 0 to 3 are in ways 0 to 3, and way 0 is the next victim of the
  // pseudo-LRU tree.
  walk(cache, 0, 128, 32, false);
  // After the access to line 0, the tree points to its other half, ways 2 and 3. In this half, the
  // next victim is way 2.
  cache.touch(0, 1, false);
  EXPECT_EQ(cache.touch(4 * 32, 1, false).fills, 1);
  EXPECT_EQ(cache.touch(2 * 32, 1, false).fills, 1) << "line 2 was replaced";
  EXPECT_EQ(cache.touch(3 * 32, 1, false).fills, 0);
  EXPECT_EQ(cache.touch(4 * 32, 1, false).fills, 0);
}

TEST(Cache, WriteMissAllocatesWithoutAFillUnderWriteValidate) {
  Cache cache(minicache());
  EXPECT_EQ(walk(cache, 0, 256, 4, true).fills, 0);
  const MoveCount more = walk(cache, 256, 256, 4, true);
  EXPECT_EQ(more.fills, 0);
  EXPECT_EQ(more.evictions, 8);
  EXPECT_EQ(cache.flush(), 8);
  EXPECT_EQ(cache.flush(), 0);
}

TEST(Cache, WriteMissFillsWithoutWriteValidate) {
  CacheParameters p = minicache();
  p.write_validate = false;
  Cache cache(p);
  EXPECT_EQ(walk(cache, 0, 512, 4, true).fills, 16);
}

TEST(Cache, OnlyDirtyLinesAreWrittenBackAndTheVictimIsNamed) {
  Cache cache(minicache());
  cache.touch(0x100, 4, true);
  walk(cache, 0x1000, 7 * 32, 32, false);
  const LineMoves moves = cache.touch_line(0x2000, false);
  EXPECT_TRUE(moves.evict);
  EXPECT_EQ(moves.victim, 0x100U);
  EXPECT_FALSE(cache.touch_line(0x2020, false).evict);
}

TEST(Cache, SetsAreChosenByTheLowLineBits) {
  CacheParameters p = minicache();
  p.ways = 2;  // two ways give four sets
  Cache cache(p);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(cache.touch(0 * 128, 1, false).fills, 1);
    EXPECT_EQ(cache.touch(1 * 128, 1, false).fills, 1);
    EXPECT_EQ(cache.touch(2 * 128, 1, false).fills, 1);
  }
  EXPECT_EQ(cache.touch(32, 1, false).fills, 1);
  EXPECT_EQ(cache.touch(2 * 128, 1, false).fills, 0) << "another set was not disturbed";
}

/// An LRU cache behaves like a list of lines in the order of their last use.
RC_GTEST_PROP(CacheProperty, LruAgreesWithAListInOrderOfUse, ()) {
  CacheParameters p = minicache();
  p.lines = *rc::gen::inRange(1, 12);
  p.write_validate = *rc::gen::arbitrary<bool>();
  Cache cache(p);
  // Address and dirty bit of each line; latest use first.
  std::list<std::pair<Address, bool>> order;
  for (int i = 0; i < 200; ++i) {
    const Address line = *rc::gen::inRange<Address>(0, 16);
    const bool write = *rc::gen::arbitrary<bool>();
    bool fill = false;
    bool evict = false;
    const auto found = std::find_if(order.begin(), order.end(),
                                    [&](const auto& entry) { return entry.first == line; });
    bool dirty = write;
    if (found != order.end()) {
      dirty |= found->second;
      order.erase(found);
    } else {
      fill = !(write && p.write_validate);
      if (order.size() == static_cast<std::size_t>(p.lines)) {
        evict = order.back().second;
        order.pop_back();
      }
    }
    order.emplace_front(line, dirty);
    const LineMoves moves = cache.touch_line(line * 32, write);
    RC_ASSERT(moves.fill == fill);
    RC_ASSERT(moves.evict == evict);
  }
}

TEST(CachedMemory, MissBlocksForTheEvictionAndThenTheFill) {
  LatencyBandwidthParameters p;
  p.clock_khz = 1'000'000;
  p.bytes_per_cycle = 0.4;
  p.read_latency = p.write_latency = 211;
  CachedMemory memory(minicache(), make_memory_timing(p));
  constexpr Picoseconds line = 291'000;
  EXPECT_EQ(test::serve(memory, test::write_of(0, 4)).done, 0) << "write-validate";
  EXPECT_EQ(test::serve(memory, test::read_of(0, 32)).done, 0) << "hit";
  EXPECT_EQ(test::stream(memory, 9, 32), 8 * line + line) << "eight fills, one eviction";
}

}  // namespace
}  // namespace spillway
