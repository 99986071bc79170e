// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/weights.h"

#include <vector>

#include <gtest/gtest.h>

namespace spillway::ethosu {
namespace {

const Config& two_cores() { return find_config(Product::u65, 512); }

// A convolution with 64 input and 64 output channels. All its weights have the value 3, so their
// encoding is very short.
struct EqualWeights {
  std::vector<std::uint8_t> data = std::vector<std::uint8_t>(64 * 64, 3);
  Network network;
  NpuOp op;

  EqualWeights() {
    Tensor weights;
    weights.shape = {64, 1, 1, 64};
    weights.data = {data.data(), data.size()};
    network.tensors.push_back(weights);
    network.operators.emplace_back().type = OpType::conv_2d;
    op.name = "conv";
    op.weights = 0;
    op.weight_elements = 64 * 64;
    op.operation.ifm = dense_map(4, 4, 64, 1, Layout::nhwc, 0, 0);
    op.operation.ofm = dense_map(4, 4, 64, 1, Layout::nhwc, 0, 0);
    op.operation.block = {4, 4, 32};
    op.network = &network;
    op.config = &two_cores();
  }
};

TEST(EthosUWeightSlices, AreEncodedUnlessARatioIsGiven) {
  const EqualWeights made;
  ScheduleOptions options;
  const WeightCoding encoded = weight_coding(options, made.op.name);
  EXPECT_LT(weight_slices(made.op, encoded, {}).front().weights, 64 * 64 / 4);
  options.weight_ratio = 0.5;
  EXPECT_EQ(weight_slices(made.op, weight_coding(options, made.op.name), {}).front().weights, 2048);
  options.operator_weight_ratios["conv"] = 2;
  EXPECT_EQ(weight_slices(made.op, weight_coding(options, made.op.name), {}).front().weights, 8192);
}

// A size of encoded weights is a multiple of 16 bytes. If a weight ratio was computed from such a
// size, the ratio must give exactly this size again.
TEST(EthosUWeightSlices, RatiosOfWholeGranulesStayWhole) {
  const EqualWeights made;
  for (Bytes bytes = 16; bytes <= 4096; bytes += 16) {
    const double ratio = static_cast<double>(bytes) / 4096;
    EXPECT_EQ(weight_slices(made.op, {ratio}, {}).front().weights, bytes);
  }
  // With 4095 weights, most ratios are not exact binary fractions.
  EqualWeights odd;
  odd.op.weight_elements = 4095;
  for (Bytes bytes = 16; bytes <= 4096; bytes += 16) {
    const double ratio = static_cast<double>(bytes) / 4095;
    EXPECT_EQ(weight_slices(odd.op, {ratio}, {}).front().weights, bytes);
  }
}

TEST(EthosUWeightSlices, WeightsWithoutValuesKeepARatioOfOne) {
  EqualWeights made;
  made.network.tensors[0].data = {};
  EXPECT_EQ(weight_slices(made.op, {as_encoded}, {}).front().weights, 4096);
}

TEST(EthosUWeightSlices, CoresReadTheirOwnRecordsAndWeights) {
  const EqualWeights made;
  for (const WeightSlice& slice : weight_slices(made.op, {as_encoded}, {0, 16, 48})) {
    const auto streams = core_streams(two_cores(), made.op, slice);
    ASSERT_EQ(streams.size(), 2U);
    EXPECT_GT(streams[1].scales, 0);
    EXPECT_EQ(streams[0].scales + streams[1].scales, slice.scales);
    EXPECT_EQ(streams[0].weights + streams[1].weights, slice.weights);
  }
}

// A plan of another tool may give a slice a size that no encoder gives. The cores must then have
// equal shares of the weights, except for rounding to 16 bytes.
TEST(EthosUWeightSlices, OtherSizesAreSharedEqually) {
  const EqualWeights made;
  const WeightSlice slice{0, 64, 1040, 640};
  const auto streams = core_streams(two_cores(), made.op, slice);
  ASSERT_EQ(streams.size(), 2U);
  EXPECT_EQ(streams[0].scales, 640);
  EXPECT_EQ(streams[1].scales, 0);
  EXPECT_EQ(streams[0].weights, 512);
  EXPECT_EQ(streams[1].weights, 528);
}

}  // namespace
}  // namespace spillway::ethosu
