// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/encoded_weights.h"

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "hwmodels/ethosu/encoding/operation_weights.h"

namespace spillway::ethosu {
namespace {

// A network with constant weights, and the operation of its convolution after lowering.
struct Convolution {
  Network network;
  NpuOp op;
  std::vector<std::uint8_t> data;
  std::vector<std::int64_t> zeros;

  void set_zero_points(std::vector<std::int64_t> points) {
    zeros = std::move(points);
    network.tensors[0].zero_points = {reinterpret_cast<const std::uint8_t*>(zeros.data()),
                                      zeros.size() * sizeof(std::int64_t)};
  }
};

struct Extents {
  std::int32_t height = 1;
  std::int32_t width = 1;
  std::int32_t inputs = 1;
  std::int32_t outputs = 1;
};

Convolution convolution(OpType type, const Extents& extents, std::vector<std::uint8_t> data) {
  Convolution made;
  made.data = std::move(data);
  const bool depthwise = type == OpType::depthwise_conv_2d;
  Tensor weights;
  weights.type = DataType::int8;
  weights.shape = depthwise
                      ? std::vector<std::int32_t>{1, extents.height, extents.width, extents.outputs}
                      : std::vector<std::int32_t>{extents.outputs, extents.height, extents.width,
                                                  extents.inputs};
  weights.data = {made.data.data(), made.data.size()};
  made.network.tensors.push_back(weights);
  Operator op;
  op.type = type;
  made.network.operators.push_back(op);
  made.op.weights = 0;
  made.op.weight_elements = static_cast<std::int64_t>(made.data.size());
  Operation& operation = made.op.operation;
  if (depthwise) operation.type = OperationType::depthwise;
  operation.window.kernel_h = extents.height;
  operation.window.kernel_w = extents.width;
  operation.ifm =
      dense_map(1, 1, depthwise ? extents.outputs : extents.inputs, 1, Layout::nhwc, 0, 0);
  operation.ofm = dense_map(1, 1, extents.outputs, 1, Layout::nhwc, 0, 0);
  operation.block = {1, 1, 16};
  return made;
}

std::vector<std::uint8_t> counted(std::size_t count) {
  std::vector<std::uint8_t> data;
  for (std::size_t i = 0; i < count; ++i) data.push_back(static_cast<std::uint8_t>(i + 1));
  return data;
}

TEST(EthosUOperationWeights, DepthwiseConstantsAreReorderedByChannel) {
  const Convolution made = convolution(OpType::depthwise_conv_2d, {1, 2, 1, 3}, counted(6));
  ASSERT_TRUE(has_weight_values(made.network, made.op));
  EXPECT_EQ(operation_weights(made.network, made.op, 0, 3).values,
            (WeightSequence{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(operation_weights(made.network, made.op, 1, 2).values, (WeightSequence{2, 5}));
}

TEST(EthosUOperationWeights, TransposedConvolutionsRotateTheirKernels) {
  const Convolution made = convolution(OpType::transpose_conv, {2, 2, 1, 1}, counted(4));
  EXPECT_EQ(operation_weights(made.network, made.op, 0, 1).values, (WeightSequence{4, 3, 2, 1}));
}

TEST(EthosUOperationWeights, FoldedStridesKeepTheOrderBehindColumnsOfZeros) {
  Convolution made = convolution(OpType::conv_2d, {1, 3, 2, 1}, counted(6));
  made.op.folded_pixels = 2;
  // Lowering folds pairs of columns into the channels of one column. So a kernel of three columns
  // becomes a kernel of two columns with twice the channels.
  made.op.operation.window.kernel_w = 2;
  WeightValues values = operation_weights(made.network, made.op, 0, 1);
  EXPECT_EQ(values.width, 2);
  EXPECT_EQ(values.inputs, 4);
  EXPECT_EQ(values.values, (WeightSequence{1, 2, 3, 4, 5, 6, 0, 0}));
  made.op.zero_columns_left = 1;
  EXPECT_EQ(operation_weights(made.network, made.op, 0, 1).values,
            (WeightSequence{0, 0, 1, 2, 3, 4, 5, 6}));
}

TEST(EthosUOperationWeights, LargeDilationSpreadsTheKernel) {
  Convolution made = convolution(OpType::conv_2d, {1, 2, 1, 1}, counted(2));
  // A kernel of two columns with a dilation of three becomes a kernel of four columns, with two
  // columns of zeros between the two columns of weights.
  made.op.operation.window.kernel_w = 4;
  EXPECT_EQ(operation_weights(made.network, made.op, 0, 1).values, (WeightSequence{1, 0, 0, 2}));
  // With a dilation of four, the hardware applies a dilation of two. Lowering applies the remaining
  // factor of two with a column of zeros between the two columns of weights.
  made.op.operation.window.kernel_w = 3;
  made.op.operation.window.dilation_w = 2;
  EXPECT_EQ(operation_weights(made.network, made.op, 0, 1).values, (WeightSequence{1, 0, 2}));
  EXPECT_EQ(npu_dilation(4), 2);
}

TEST(EthosUOperationWeights, ZeroPointsAreOfAllChannelsOrOfEach) {
  Convolution made = convolution(OpType::conv_2d, {1, 1, 2, 2}, {10, 20, 30, 0xff});
  made.set_zero_points({5});
  EXPECT_EQ(operation_weights(made.network, made.op, 0, 2).values, (WeightSequence{5, 15, 25, -6}));
  made.set_zero_points({5, -5});
  EXPECT_EQ(operation_weights(made.network, made.op, 0, 2).values, (WeightSequence{5, 15, 35, 4}));
  made.network.tensors[0].type = DataType::uint8;
  made.set_zero_points({128});
  EXPECT_EQ(operation_weights(made.network, made.op, 1, 2).values, (WeightSequence{-98, 127}));
}

TEST(EthosUOperationWeights, WeightsWithoutContentsAreNotKnown) {
  Convolution made = convolution(OpType::conv_2d, {1, 1, 2, 2}, counted(4));
  EXPECT_TRUE(has_weight_values(made.network, made.op));
  made.network.tensors[0].type = DataType::int4;
  EXPECT_FALSE(has_weight_values(made.network, made.op));
  made.network.tensors[0].type = DataType::int8;
  made.network.tensors[0].data = {};
  EXPECT_FALSE(has_weight_values(made.network, made.op));
}

// The encoder caches the sizes of encoded weights by file and slice. The test changes the weights
// but not the file, so the cache must return the old sizes. Another slice or another file must have
// the sizes of the new weights.
TEST(EthosUEncodedWeights, AreEncodedOncePerFile) {
  Convolution made = convolution(OpType::conv_2d, {1, 1, 32, 32}, counted(1024));
  made.network.file = std::make_shared<FileBytes>(1);
  const Config& config = find_config(Product::u65, 512);
  const auto streams = [&](std::int32_t end) {
    return encoded_streams(config, made.network, made.op, 0, end, WeightEncoder::vela_3);
  };
  const auto first = streams(32);
  std::fill(made.data.begin(), made.data.end(), std::uint8_t{0});
  const auto again = streams(32);
  ASSERT_EQ(again.size(), 2U);
  EXPECT_EQ(again[1].weights, first[1].weights);
  EXPECT_LT(streams(16)[1].weights, first[1].weights / 2);
  made.network.file = std::make_shared<FileBytes>(1);
  EXPECT_LT(streams(32)[1].weights, first[1].weights);
}

TEST(EthosUEncodedWeights, ScaleRecordsAreDividedAmongCores) {
  WeightOrder order;
  order.streams = 2;
  const Config& u65 = find_config(Product::u65, 512);
  EXPECT_EQ(scale_record_bytes(u65, order, 5, 0), 32);  // core 0 has three records
  EXPECT_EQ(scale_record_bytes(u65, order, 5, 1), 32);  // core 1 has two records
  EXPECT_EQ(scale_record_bytes(u65, order, 1, 1), 0);
  order.ofm_microblock_depth = 32;
  const Config& u85 = find_config(Product::u85, 1024);
  EXPECT_EQ(scale_record_bytes(u85, order, 33, 0), 640);
  EXPECT_EQ(scale_record_bytes(u85, order, 33, 1), 0);
}

// The encoder must accept random convolutions. Their zero points may be those of a damaged file,
// their block depths need not be multiples of a microblock's depth, and slices may have one
// channel.
TEST(EthosUEncodedWeights, TakesAnyShapeAndValues) {
  std::mt19937 random(1);
  const auto upto = [&](std::uint32_t most) {
    return static_cast<std::int32_t>(random() % most) + 1;
  };
  for (int sample = 0; sample < 300; ++sample) {
    const bool depthwise = sample % 3 == 0;
    const Extents extents{upto(5), upto(5), depthwise ? 1 : upto(40), upto(40)};
    const auto count =
        static_cast<std::size_t>(extents.height) * static_cast<std::size_t>(extents.width) *
        static_cast<std::size_t>(extents.inputs) * static_cast<std::size_t>(extents.outputs);
    std::vector<std::uint8_t> data(count);
    const auto most = static_cast<std::uint32_t>(upto(256));
    for (std::uint8_t& weight : data) weight = static_cast<std::uint8_t>(random() % most);
    Convolution made = convolution(depthwise ? OpType::depthwise_conv_2d : OpType::conv_2d, extents,
                                   std::move(data));
    made.set_zero_points({static_cast<std::int64_t>(random()) - (std::int64_t{1} << 31)});
    made.op.vector_product = !depthwise && extents.height == 1 && extents.width == 1;
    made.op.operation.part_kernel = sample % 2 == 0;
    made.op.operation.block.depth = upto(48);
    made.op.operation.window.dilation_h = upto(5);
    made.op.operation.window.stride_w = upto(3);
    const Config& config = configs()[random() % configs().size()];
    ASSERT_TRUE(has_weight_values(made.network, made.op));
    const std::int32_t begin = upto(static_cast<std::uint32_t>(extents.outputs)) - 1;
    Bytes total = 0;
    for (const EncodedStream& stream : encoded_streams(config, made.network, made.op, begin,
                                                       extents.outputs, WeightEncoder::vela_3)) {
      EXPECT_EQ(stream.weights % 16, 0);
      EXPECT_EQ(stream.scales % 16, 0);
      total += stream.weights;
    }
    EXPECT_GT(total, 0) << sample;
  }
}

}  // namespace
}  // namespace spillway::ethosu
