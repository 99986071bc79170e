// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/brick_order.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "tests/checkout.h"

namespace spillway::ethosu {
namespace {

// Returns weights of the given shape. Their values count from 1 to 255 and then begin at 1 again.
// No weight is 0, so a 0 in an encoded sequence is padding.
WeightValues numbered(std::int32_t height, std::int32_t width, std::int32_t inputs,
                      std::int32_t outputs) {
  WeightValues values{height, width, inputs, outputs, {}};
  const std::int32_t count = height * width * inputs * outputs;
  for (std::int32_t i = 0; i < count; ++i) {
    values.values.push_back(static_cast<std::int16_t>(i % 255 + 1));
  }
  return values;
}

WeightSequence without_zeros(WeightSequence weights) {
  weights.erase(std::remove(weights.begin(), weights.end(), 0), weights.end());
  return weights;
}

WeightSequence sorted(WeightSequence weights) {
  std::sort(weights.begin(), weights.end());
  return weights;
}

const Config& u55() { return find_config(Product::u55, 128); }

TEST(EthosUBrickOrder, DepthwiseKernelsAreOrderedTapByTap) {
  WeightOrder order;
  order.traversal = Traversal::depthwise;
  const WeightSequence sequence = brick_order(u55(), numbered(3, 3, 1, 2), order, 0);
  // The sequence has 12 taps: the nine taps of the kernel and three taps of padding. Each tap has
  // the eight channels of a microblock: the two channels of the kernel, and six channels of zeros.
  ASSERT_EQ(sequence.size(), 96U);
  for (std::size_t tap = 0; tap < 12; ++tap) {
    const auto weight = static_cast<std::int16_t>(tap < 9 ? tap + 1 : 0);
    EXPECT_EQ(sequence[8 * tap], weight);
    EXPECT_EQ(sequence[8 * tap + 1], weight == 0 ? 0 : weight + 9);
    EXPECT_EQ(sequence[8 * tap + 2], 0);
  }
}

TEST(EthosUBrickOrder, SequencesAreAsLongAsTheirBricks) {
  WeightOrder order;
  order.traversal = Traversal::part_kernel;
  order.ofm_block_depth = 32;
  EXPECT_EQ(brick_order(u55(), numbered(3, 3, 16, 32), order, 0).size(), 6144U);
  order.traversal = Traversal::depth_first;
  order.ofm_block_depth = 64;
  EXPECT_EQ(brick_order(u55(), numbered(1, 1, 24, 144), order, 0).size(), 4608U);
  EXPECT_EQ(brick_order(u55(), numbered(1, 1, 640, 128), order, 0).size(), 81920U);
  order.traversal = Traversal::depthwise;
  EXPECT_EQ(brick_order(u55(), numbered(3, 3, 1, 96), order, 0).size(), 1152U);
}

// A block has 8 channels, of which each of the two cores computes 4. A microblock has 8 channels,
// so the sequence of a core fills its first microblock with 4 channels of the next block. The
// sequence has these 4 channels again in their own block.
TEST(EthosUBrickOrder, CoresRepeatChannelsOfTheNextBlock) {
  WeightOrder order;
  order.traversal = Traversal::depthwise;
  order.ofm_block_depth = 8;
  order.streams = 2;
  const WeightSequence sequence =
      brick_order(find_config(Product::u65, 512), numbered(1, 1, 1, 16), order, 0);
  EXPECT_EQ(without_zeros(sequence), (WeightSequence{1, 3, 5, 7, 9, 11, 13, 15, 9, 11, 13, 15}));
}

TEST(EthosUBrickOrder, TwoZerosInFourChannelsAreSparse) {
  EXPECT_TRUE(u85_is_sparse(numbered(3, 3, 2, 4)));
  EXPECT_FALSE(u85_is_sparse(numbered(1, 1, 3, 1)));
  EXPECT_TRUE(u85_is_sparse({1, 1, 6, 1, {1, 0, 0, 1, 1, 1}}));
  EXPECT_FALSE(u85_is_sparse({1, 1, 6, 2, {1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0}}));
}

struct Shape {
  std::int32_t height, width, inputs, outputs;
};

Shape random_shape(Traversal traversal, std::mt19937& random) {
  const auto upto = [&](std::uint32_t most) {
    return static_cast<std::int32_t>(random() % most) + 1;
  };
  return {upto(10), upto(10), traversal == Traversal::depthwise ? 1 : upto(70), upto(50)};
}

// The streams of a random shape must together have every weight exactly once; all other values must
// be zeros.
TEST(EthosUBrickOrder, EveryWeightIsSentOnce) {
  std::mt19937 random(1);
  for (const Config& config : configs()) {
    for (int sample = 0; sample < test::rounds(60); ++sample) {
      WeightOrder order;
      order.traversal = static_cast<Traversal>(random() % 3);
      const Shape shape = random_shape(order.traversal, random);
      order.streams = weight_streams(config, shape.outputs);
      const bool u85 = config.product == Product::u85;
      order.ofm_microblock_depth = u85 ? config.microblock.depth : 8;
      order.ofm_block_depth = order.ofm_microblock_depth * config.cores * (1 + sample % 4);
      order.ifm_bits = sample % 2 == 0 ? 8 : 16;
      order.dilation_x = 1 + static_cast<std::int32_t>(random() % 2);
      order.dilation_y = 1 + static_cast<std::int32_t>(random() % 2);
      order.stride_x = 1 + static_cast<std::int32_t>(random() % 3);
      order.stride_y = 1 + static_cast<std::int32_t>(random() % 3);
      order.sparse = u85 && order.traversal != Traversal::depthwise && random() % 2 == 0;
      const WeightValues values = numbered(shape.height, shape.width, shape.inputs, shape.outputs);
      WeightSequence sent;
      for (std::int32_t core = 0; core < order.streams; ++core) {
        const WeightSequence sequence = brick_order(config, values, order, core);
        sent.insert(sent.end(), sequence.begin(), sequence.end());
      }
      SCOPED_TRACE(config.name);
      ASSERT_EQ(sorted(without_zeros(sent)), sorted(values.values)) << sample;
    }
  }
}

}  // namespace
}  // namespace spillway::ethosu
