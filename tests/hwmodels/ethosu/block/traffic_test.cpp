// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/traffic.h"

#include <gtest/gtest.h>

#include "hwmodels/ethosu/block/config.h"

namespace spillway::ethosu {
namespace {

struct Blocks {
  std::int32_t macs;
  BlockShape map, block;
};

// Returns whether a U85 computes a 3x3 convolution with these blocks, part-kernel first, with a
// single input buffer instead of a double buffer.
bool one_buffer(const Blocks& blocks, std::int32_t ifm_depth = 128) {
  Operation op;
  op.ifm = dense_map(blocks.map.height, blocks.map.width, ifm_depth, 1, Layout::nhcwb16, 1, 0);
  op.ofm = dense_map(blocks.map.height, blocks.map.width, 128, 1, Layout::nhcwb16, 1, 0x80000);
  op.window.kernel_h = op.window.kernel_w = 3;
  op.window.pad_top = op.window.pad_left = op.window.pad_bottom = op.window.pad_right = 1;
  op.block = blocks.block;
  op.part_kernel = true;
  return has_one_input_buffer(find_config(Product::u85, blocks.macs), op);
}

// The tested convolutions were run on Arm's FVPs. The blocks are those of the command streams, and
// the expected values follow from the measured times.
TEST(OneInputBuffer, IsUsedIfTwoPartsOfTheInputFillTheIfmRam) {
  EXPECT_TRUE(one_buffer({256, {8, 32, 128}, {8, 16, 16}}));
  EXPECT_FALSE(one_buffer({256, {1, 256, 128}, {1, 64, 32}}));
  EXPECT_FALSE(one_buffer({256, {4, 16, 128}, {4, 16, 32}}));
  EXPECT_TRUE(one_buffer({512, {16, 16, 128}, {16, 16, 16}}));
  EXPECT_FALSE(one_buffer({512, {8, 32, 128}, {8, 16, 32}}));
  EXPECT_FALSE(one_buffer({512, {1, 256, 128}, {1, 128, 32}}));
}

TEST(OneInputBuffer, IsNotUsedByConvolutionsThatReadAllChannelsAtOnce) {
  EXPECT_FALSE(one_buffer({256, {8, 32, 64}, {8, 16, 16}}, 64));
}

// A block of a 3x3 operation with stride 2 needs 9 x 17 input pixels. The block must read each of
// these pixels once per brick of 16 channels, not once per tap.
TEST(PixelsTakenIn, AreThoseOfTheWindowOncePerBrick) {
  Operation op;
  op.type = OperationType::depthwise;
  op.ifm = dense_map(32, 32, 24, 1, Layout::nhcwb16, 1, 0);
  op.ofm = dense_map(15, 15, 24, 1, Layout::nhcwb16, 1, 0x80000);
  op.window.kernel_h = op.window.kernel_w = 3;
  op.window.stride_h = op.window.stride_w = 2;
  op.block = {4, 8, 16};
  BlockPosition at;
  at.shape = op.block;
  const Config& u85 = find_config(Product::u85, 512);
  EXPECT_EQ(pixels_taken_in(u85, op, at), 9 * 17);
  op.type = OperationType::conv;
  EXPECT_EQ(pixels_taken_in(u85, op, at), 9 * 17 * 2);
  EXPECT_EQ(pixels_taken_in(find_config(Product::u65, 256), op, at), 0);
  op.type = OperationType::elementwise;
  EXPECT_EQ(pixels_taken_in(u85, op, at), 0);
}

}  // namespace
}  // namespace spillway::ethosu
