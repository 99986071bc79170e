// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/feature_map.h"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/index.h"

namespace spillway::ethosu {
namespace {

Bytes bus_bytes(const std::vector<Access>& accesses, int beat) {
  Bytes total = 0;
  for (const Access& access : accesses) total += bytes_on_bus(access, beat);
  return total;
}

Box whole(const FeatureMap& map) { return {0, map.height, 0, map.width, 0, map.depth}; }

TEST(BytesOnBus, CountsEveryBeatThatARunTouches) {
  Access access;
  access.address = 7;
  access.run = 2;
  EXPECT_EQ(bytes_on_bus(access, 8), 16);
  EXPECT_EQ(bytes_on_bus(access, 16), 16);
}

RC_GTEST_PROP(BytesOnBus, AgreesWithCountingRunByRun, ()) {
  Access access;
  access.address = *rc::gen::inRange<Address>(4096, 8192);
  access.run = *rc::gen::inRange(1, 100);
  access.rows = *rc::gen::inRange(1, 40);
  access.planes = *rc::gen::inRange(1, 40);
  access.row_stride = *rc::gen::inRange(-50, 50);
  access.plane_stride = *rc::gen::inRange(-50, 50);
  for (const int beat : {8, 16}) {
    Bytes expected = 0;
    for (int plane = 0; plane < access.planes; ++plane) {
      for (int row = 0; row < access.rows; ++row) {
        const auto begin = static_cast<std::int64_t>(access.address) + plane * access.plane_stride +
                           row * access.row_stride;
        expected += ((begin + access.run + beat - 1) / beat - begin / beat) * beat;
      }
    }
    RC_ASSERT(bytes_on_bus(access, beat) == expected);
  }
}

TEST(FeatureMap, TenByteRowsCostTwoBeatsEach) {
  const FeatureMap map = dense_map(49, 10, 1, 1, Layout::nhwc, 1, 0);
  std::vector<Access> accesses;
  append_read(map, {4, 8, 0, 10, 0, 1}, DataClass::ifm, accesses);
  EXPECT_EQ(bus_bytes(accesses, 8), 4 * 16);
}

TEST(FeatureMap, BricksAreReadAndWrittenWholeWhateverTheDepth) {
  for (const int depth : {4, 8, 12, 16}) {
    const FeatureMap map = dense_map(3, 5, depth, 1, Layout::nhcwb16, 1, 64);
    std::vector<Access> reads;
    append_read(map, whole(map), DataClass::ifm, reads);
    std::vector<Access> writes;
    append_write(map, whole(map), writes);
    EXPECT_EQ(bus_bytes(reads, 8), 3 * 5 * 16) << depth;
    EXPECT_EQ(bus_bytes(writes, 8), 3 * 5 * 16) << depth;
  }
}

TEST(FeatureMap, SeventeenChannelsCostTwoBricks) {
  const FeatureMap map = dense_map(3, 5, 17, 2, Layout::nhcwb16, 1, 0);
  std::vector<Access> reads;
  append_read(map, whole(map), DataClass::ifm, reads);
  EXPECT_EQ(bus_bytes(reads, 8), 3 * 5 * 2 * 16 * 2);
}

TEST(FeatureMap, WritesOfManyChannelsGoOutInChunksOfSixteenPerPixel) {
  const FeatureMap map = dense_map(2, 3, 20, 1, Layout::nhwc, 1, 0);
  std::vector<Access> writes;
  append_write(map, whole(map), writes);
  ASSERT_EQ(writes.size(), 2U);
  EXPECT_EQ(writes[0].run, 16);
  EXPECT_EQ(writes[1].run, 4);
  EXPECT_EQ(writes[0].bytes() + writes[1].bytes(), 2 * 3 * 20);
}

std::set<Address> touched(const std::vector<Access>& accesses) {
  std::set<Address> bytes;
  for (const Access& access : accesses) {
    for (int plane = 0; plane < access.planes; ++plane) {
      for (int row = 0; row < access.rows; ++row) {
        for (int i = 0; i < access.run; ++i) {
          bytes.insert(access.address + static_cast<Address>(plane * access.plane_stride +
                                                             row * access.row_stride + i));
        }
      }
    }
  }
  return bytes;
}

// Returns the addresses of all bytes of `box`. Computes them byte by byte with the formulas of
// section 2.3 of the command stream's specification.
std::set<Address> addressed(const FeatureMap& map, const Box& box) {
  std::set<Address> bytes;
  for (int y = box.y0; y < box.y1; ++y) {
    for (int x = box.x0; x < box.x1; ++x) {
      for (int c = box.z0; c < box.z1; ++c) {
        int tile = 0;
        int ty = y;
        int tx = x;
        if (map.tiling == Tiling::stacked) {
          tile = y >= map.height1 ? 2 : y >= map.height0 ? 1 : 0;
          ty -= tile == 2 ? map.height1 : tile == 1 ? map.height0 : 0;
        } else {
          tile = x < map.width0 ? (y < map.height0 ? 0 : 2) : (y < map.height1 ? 1 : 3);
          tx -= tile == 1 || tile == 3 ? map.width0 : 0;
          ty -= tile == 2 ? map.height0 : tile == 3 ? map.height1 : 0;
        }
        const Address first =
            at(map.base, tile) +
            static_cast<Address>(ty * map.stride_y + tx * map.stride_x + c * map.element_bytes);
        for (int i = 0; i < map.element_bytes; ++i) {
          bytes.insert(first + static_cast<Address>(i));
        }
      }
    }
  }
  return bytes;
}

RC_GTEST_PROP(FeatureMap, TilesAreAddressedAsTheProcessorDoes, ()) {
  FeatureMap map = dense_map(8, 6, 3, *rc::gen::element(1, 2), Layout::nhwc, 1, 0);
  map.tiling = *rc::gen::element(Tiling::quad, Tiling::stacked);
  map.base = {0x10000, 0x20000, 0x30000, 0x40000};
  map.width0 = *rc::gen::inRange(1, 7);
  map.height0 = *rc::gen::inRange(1, 9);
  map.height1 = *rc::gen::inRange(map.height0, 9);
  map.stride_y = *rc::gen::element<std::int64_t>(64, -64);
  map.stride_x = *rc::gen::element<std::int64_t>(6, 11);
  const int y0 = *rc::gen::inRange(0, 8);
  const int x0 = *rc::gen::inRange(0, 6);
  const Box box{y0, *rc::gen::inRange(y0 + 1, 9), x0, *rc::gen::inRange(x0 + 1, 7), 0, 3};
  std::vector<Access> reads;
  append_read(map, box, DataClass::ifm, reads);
  RC_ASSERT(touched(reads) == addressed(map, box));
  std::vector<Access> writes;
  append_write(map, box, writes);
  RC_ASSERT(touched(writes) == addressed(map, box));
}

TEST(FeatureMap, AMapHandedOnWithinTheProcessorIsNeverInMemory) {
  FeatureMap map = dense_map(8, 6, 3, 1, Layout::nhwc, 1, 0);
  map.tiling = Tiling::none;
  std::vector<Access> accesses;
  append_read(map, whole(map), DataClass::ifm2, accesses);
  append_write(map, whole(map), accesses);
  EXPECT_TRUE(accesses.empty());
}

}  // namespace
}  // namespace spillway::ethosu
