// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/fast_format.h"

#include <random>

#include <gtest/gtest.h>

#include "hwmodels/ethosu/encoding/brick_order.h"
#include "hwmodels/ethosu/proof/weight_decoder.h"
#include "hwmodels/ethosu/proof/weight_positions.h"

namespace spillway::ethosu {
namespace {

TEST(FastFormat, UsesTheFewestBitsThatCanTellTheValuesApart) {
  // Returns the bytes of 1,024 weights that have `values` different values. The expected sizes are
  // 32 bytes of header, and 2, 4 or 8 bits per weight.
  const auto bytes_of = [](std::int16_t values) {
    WeightSequence weights(1024);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      weights[i] = static_cast<std::int16_t>(static_cast<std::int16_t>(i) % values);
    }
    return fast_format_bytes({weights});
  };
  EXPECT_EQ(bytes_of(4), 32 + 256);
  EXPECT_EQ(bytes_of(5), 32 + 512);
  EXPECT_EQ(bytes_of(16), 32 + 512);
  EXPECT_EQ(bytes_of(17), 32 + 1024);
}

TEST(FastFormat, DoesNotHoldWeightsThatDifferByMoreThanAByte) {
  EXPECT_TRUE(fast_format_bytes({{-255, 0}}));
  EXPECT_FALSE(fast_format_bytes({{-255, 1}}));
}

TEST(FastFormat, IsNeverTakenForDepthwiseOrSparseWeights) {
  Config config;
  config.product = Product::u85;
  const std::vector<WeightSequence> streams = {WeightSequence(1024)};
  WeightOrder order;
  EXPECT_TRUE(takes_fast_format(config, order, streams, 1 << 20));
  EXPECT_FALSE(takes_fast_format(config, order, streams, 32));
  order.sparse = true;
  EXPECT_FALSE(takes_fast_format(config, order, streams, 1 << 20));
  order.sparse = false;
  order.traversal = Traversal::depthwise;
  EXPECT_FALSE(takes_fast_format(config, order, streams, 1 << 20));
}

TEST(FastFormat, IsNotTakenOnProcessorsThatDoNotReadIt) {
  Config config;
  config.product = Product::u65;
  EXPECT_FALSE(takes_fast_format(config, {}, {WeightSequence(1024)}, 1 << 20));
}

/// A convolution with random weights, for a U85 with a random number of MACs.
struct Sample {
  explicit Sample(std::uint32_t seed) : random(seed) {
    config.product = Product::u85;
    config.macs = 128 << random() % 5;
    config.weight_decoders = weight_streams(config, 0);
    values.height = between(1, 5);
    values.width = between(1, 5);
    values.inputs = between(1, 80);
    values.outputs = between(1, 70);
    const std::int32_t different = between(1, 256);
    const std::int32_t least = between(-255, 0);
    const std::int64_t weights =
        std::int64_t{values.height} * values.width * values.inputs * values.outputs;
    values.values.resize(static_cast<std::size_t>(weights));
    for (std::int16_t& weight : values.values) {
      weight = static_cast<std::int16_t>(least + between(0, different - 1));
    }
    order.traversal = between(0, 1) == 0 ? Traversal::depth_first : Traversal::part_kernel;
    order.ofm_block_depth = 16 * between(1, 4);
    order.ofm_microblock_depth = 16;
    order.streams = config.weight_decoders;
  }

  std::int32_t between(std::int32_t first, std::int32_t last) {
    const auto count = static_cast<std::uint32_t>(last - first + 1);
    return first + static_cast<std::int32_t>(random() % count);
  }

  Operation operation() const {
    Operation op;
    op.type = OperationType::conv;
    op.ifm.depth = values.inputs;
    op.ifm.element_bytes = 1;
    op.ofm.depth = values.outputs;
    op.window.kernel_h = values.height;
    op.window.kernel_w = values.width;
    op.part_kernel = order.traversal == Traversal::part_kernel;
    op.block.depth = order.ofm_block_depth;
    op.microblock = BlockShape{1, 1, order.ofm_microblock_depth};
    return op;
  }

  std::mt19937 random;
  Config config;
  WeightValues values;
  WeightOrder order;
};

// The proof that a relinked file computes the same as its original has its own decoder of weights.
// From weights in the fast format (every weight in the same number of bits), this decoder must
// return the weights that were encoded.
TEST(FastFormat, IsDecodedToTheSameWeightsByTheProof) {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const Sample sample(seed);
    std::vector<WeightSequence> streams;
    for (std::int32_t stream = 0; stream < sample.order.streams; ++stream) {
      streams.push_back(brick_order_u85(sample.config, sample.values, sample.order, stream));
    }
    const std::optional<Bytes> bytes = fast_format_bytes(streams);
    ASSERT_TRUE(bytes);
    const std::vector<std::uint8_t> stream =
        fast_format_stream(streams, u85_weights_per_turn(sample.config, sample.order));
    EXPECT_EQ(static_cast<Bytes>(stream.size()), *bytes);
    const auto weights = proof::fast_weights(stream);
    ASSERT_TRUE(weights);
    const auto placed = proof::placed_weights(sample.config, sample.operation(), {*weights},
                                              WeightFormat{true, false});
    ASSERT_TRUE(placed);
    EXPECT_EQ(placed->values, sample.values.values);
  }
}

}  // namespace
}  // namespace spillway::ethosu
