// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/npu_ops.h"
#include "hwmodels/target/target.h"
#include "tests/checkout.h"
#include "tests/hwmodels/ethosu/lower/network_builder.h"
#include "tests/peak_bytes.h"

namespace spillway::ethosu {
namespace {

using test::NetworkBuilder;

Network lowered(const Network& network) { return lower(network, load_target("ethos-u55-128")); }

std::vector<OpType> types(const Network& network) {
  std::vector<OpType> result;
  for (const Operator& op : network.operators) result.push_back(op.type);
  return result;
}

const Tensor& tensor(const Network& network, TensorIndex index) {
  return at(network.tensors, index);
}

TEST(EthosULowering, FusesClampsAndTablesIntoTheOperatorBefore) {
  NetworkBuilder build;
  const TensorIndex first = build.convolution(build.input({1, 4, 4, 16}), 16);
  const TensorIndex clamped = build.map({1, 4, 4, 16});
  build.op(OpType::relu6, {first}, {clamped});
  const TensorIndex second = build.convolution(clamped, 16);
  const TensorIndex squashed = build.map({1, 4, 4, 16});
  build.op(OpType::logistic, {second}, {squashed});
  const Network result = lowered(build.finish(squashed));

  ASSERT_EQ(types(result), (std::vector<OpType>{OpType::conv_2d, OpType::conv_2d}));
  EXPECT_EQ(result.operators[0].activation, Activation::relu6);
  EXPECT_TRUE(result.operators[1].table_activation);
  EXPECT_EQ(result.operators[1].outputs[0], squashed);
}

TEST(EthosULowering, KeepsAnActivationWhoseInputIsReadTwice) {
  NetworkBuilder build;
  const TensorIndex first = build.convolution(build.input({1, 4, 4, 16}), 16);
  const TensorIndex clamped = build.map({1, 4, 4, 16});
  build.op(OpType::relu, {first}, {clamped});
  const TensorIndex sum = build.map({1, 4, 4, 16});
  build.op(OpType::add, {first, clamped}, {sum});
  const Network result = lowered(build.finish(sum));
  EXPECT_EQ(types(result), (std::vector<OpType>{OpType::conv_2d, OpType::relu, OpType::add}));
}

TEST(EthosULowering, MapsBetweenNpuOperatorsAreStoredInBricksAndOtherMapsAreNot) {
  NetworkBuilder build;
  const TensorIndex in = build.input({1, 4, 4, 3});
  const TensorIndex middle = build.convolution(in, 17);
  const TensorIndex out = build.convolution(middle, 8);
  const Network result = lowered(build.finish(out));
  EXPECT_EQ(tensor(result, in).layout, TensorLayout::nhwc);
  EXPECT_EQ(tensor(result, middle).layout, TensorLayout::nhcwb16);
  EXPECT_EQ(tensor(result, middle).bytes, 4 * 4 * 32);
  EXPECT_EQ(tensor(result, out).layout, TensorLayout::nhwc);
}

TEST(EthosULowering, ReshapesVanishIntoTheShapeThatTheReaderSees) {
  NetworkBuilder build;
  const TensorIndex map = build.convolution(build.input({1, 2, 2, 16}), 16);
  const TensorIndex flat = build.map({1, 64});
  build.op(OpType::reshape, {map}, {flat});
  const TensorIndex weights = build.constant({10, 64}, TensorKind::weight);
  const TensorIndex out = build.map({1, 10});
  build.op(OpType::fully_connected, {flat, weights}, {out});
  const Network result = lowered(build.finish(out));

  ASSERT_EQ(result.operators.size(), 2U);
  EXPECT_EQ(result.operators[0].outputs[0], flat) << "written in the new shape";
  EXPECT_EQ(result.operators[1].inputs[0], flat);
  EXPECT_EQ(tensor(result, flat).layout, TensorLayout::nhwc);
  const NpuOp op = npu_ops(result, 1).at(0);
  EXPECT_EQ(op.operation.ifm.depth, 64);
}

TEST(EthosULowering, ConcatenationsCopyEachOperandToItsPlace) {
  NetworkBuilder build;
  const TensorIndex in = build.input({1, 4, 4, 16});
  const TensorIndex left = build.convolution(in, 16);
  const TensorIndex right = build.convolution(in, 32);
  const TensorIndex both = build.map({1, 4, 4, 48});
  build.op(OpType::concatenation, {left, right}, {both}).axis = 3;
  const TensorIndex out = build.convolution(both, 8);
  const Network result = lowered(build.finish(out));

  ASSERT_EQ(types(result),
            (std::vector<OpType>{OpType::conv_2d, OpType::concatenation, OpType::conv_2d,
                                 OpType::concatenation, OpType::conv_2d}));
  const NpuOp second = npu_ops(result, 3).at(0);
  EXPECT_EQ(second.type, "AvgPool");
  EXPECT_EQ(second.ifm.tensor, right);
  EXPECT_EQ(second.ofm.tensor, both);
  EXPECT_EQ(second.ofm.offset, 4 * 16) << "one brick further in every row";
  EXPECT_EQ(second.operation.ofm.stride_y, 4 * 48);
  EXPECT_EQ(macs(second.operation), 4 * 4 * 32);
}

Network wide_concatenation(std::int32_t parts) {
  NetworkBuilder build;
  std::vector<TensorIndex> inputs;
  for (std::int32_t i = 0; i < parts; ++i) inputs.push_back(build.input({1, 1, 1, 16}));
  const TensorIndex joined = build.map({1, 1, parts, 16});
  build.op(OpType::concatenation, inputs, {joined}).axis = 2;
  return build.finish(joined);
}

// The lowering replaces a concatenation by one copy operator per operand. Each copy must not keep a
// list of all operands, because a concatenation of many operands would then need gigabytes.
TEST(EthosULowering, MemoryGrowsInProportionToTheOperandsOfAConcatenation) {
  if (test::sanitized()) GTEST_SKIP() << "sanitizers hold back what is freed";
  const auto peak_of = [](std::int32_t parts) {
    const Network network = wide_concatenation(parts);
    return test::peak_bytes_of([&] { lowered(network); });
  };
  constexpr std::int64_t mebibyte = std::int64_t{1} << 20;
  EXPECT_LT(peak_of(6000), peak_of(1000) + 60 * mebibyte);
}

// The concatenation has one operand, so lowering makes one copy operator of it. The following
// reshape is removed, so the copy writes the reshape's output. The copy must do so with the row
// stride of the copied map, not with that of the reshape's output.
TEST(EthosULowering, TheOnlyPartOfAConcatenationIsWrittenInItsOwnShapeBeforeAReshape) {
  NetworkBuilder build;
  const TensorIndex map = build.convolution(build.input({1, 4, 8, 16}), 8);
  const TensorIndex whole = build.map({1, 4, 8, 8});
  build.op(OpType::concatenation, {map}, {whole}).axis = 3;
  const TensorIndex flat = build.map({1, 256});
  build.op(OpType::reshape, {whole}, {flat});
  const Network result = lowered(build.finish(flat));
  ASSERT_EQ(result.operators.size(), 2U);
  const NpuOp copy = npu_ops(result, 1).at(0);
  EXPECT_EQ(copy.ofm.tensor, flat);
  EXPECT_EQ(copy.operation.ofm.stride_y, 8 * 8);
  EXPECT_EQ(copy.operation.ofm.stride_x, 8);
}

TEST(EthosULowering, APartOfAMapIsReadWhereTheReaderCanAndCopiedElsewhere) {
  NetworkBuilder build;
  const TensorIndex map = build.convolution(build.input({1, 4, 4, 16}), 32);
  const TensorIndex left = build.map({1, 4, 4, 16});
  const TensorIndex right = build.map({1, 4, 4, 16});
  build.op(OpType::split, {build.numbers({3}), map}, {left, right}).axis = 3;
  const TensorIndex out = build.convolution(left, 8);
  const TensorIndex squeezed = build.map({1, 4, 4, 16});
  build.op(OpType::softmax, {right}, {squeezed});
  const TensorIndex sum = build.map({1, 4, 4, 8});
  build.op(OpType::add, {out, out}, {sum});
  Network network = build.finish(sum);
  network.outputs.push_back(squeezed);
  const Network result = lowered(network);
  ASSERT_EQ(types(result), (std::vector<OpType>{OpType::conv_2d, OpType::split, OpType::conv_2d,
                                                OpType::softmax, OpType::add}));
  EXPECT_EQ(npu_ops(result, 1).at(0).ofm.tensor, right);
  EXPECT_EQ(npu_ops(result, 2).at(0).ifm.tensor, map);
}

// Some built-in networks for xcore.ai have SPLIT operators without an operand for the axis. The
// lowering must accept such an operator.
TEST(EthosULowering, ASplitMayHaveNoAxisOperand) {
  NetworkBuilder build;
  const TensorIndex whole = build.convolution(build.input({1, 4, 4, 32}), 32);
  const TensorIndex left = build.map({1, 4, 4, 16});
  const TensorIndex right = build.map({1, 4, 4, 16});
  build.op(OpType::split, {whole}, {left, right}).axis = 3;
  const TensorIndex sum = build.map({1, 4, 4, 16});
  build.op(OpType::add, {left, right}, {sum});
  EXPECT_FALSE(lower(build.finish(sum), load_target("ethos-u55-128")).operators.empty());
}

TEST(EthosULowering, AnElementOfEveryPixelIsCopiedOutAndAnElementOfEveryRowIsReadInPlace) {
  const auto unpacked = [](std::int32_t axis, const std::vector<std::int32_t>& shape) {
    NetworkBuilder build;
    const TensorIndex map = build.convolution(build.input({1, 2, 2, 16}), 16);
    const TensorIndex first = build.map(shape);
    const TensorIndex second = build.map(shape);
    build.op(OpType::unpack, {map}, {first, second}).axis = axis;
    const TensorIndex sum = build.map(shape);
    build.op(OpType::add, {first, second}, {sum});
    return types(lowered(build.finish(sum)));
  };
  EXPECT_EQ(unpacked(2, {1, 2, 16}),
            (std::vector<OpType>{OpType::conv_2d, OpType::unpack, OpType::unpack, OpType::add}));
  EXPECT_EQ(unpacked(1, {1, 2, 16}), (std::vector<OpType>{OpType::conv_2d, OpType::add}));
}

TEST(EthosULowering, OperatorsWithoutAnNpuKernelRunOnTheCpuWithAReason) {
  NetworkBuilder build;
  const TensorIndex in = build.map({1, 4, 4, 16}, DataType::float32);
  const TensorIndex out = build.map({1, 4, 4, 16});
  const Operator quantize = build.op(OpType::quantize, {in}, {out});
  const Network network = build.finish(out);
  EXPECT_EQ(host_reason(network, quantize), "float32 data");
  EXPECT_TRUE(lowered(network).operators[0].on_host);
  EXPECT_TRUE(npu_ops(lowered(network), 0).empty());
}

TEST(EthosULowering, SoftmaxRunsAsVelasOperationsWithTheirMapsInAScratchTensor) {
  NetworkBuilder build;
  const TensorIndex in = build.input({1, 10});
  const TensorIndex out = build.map({1, 10});
  build.op(OpType::softmax, {in}, {out});
  const Network result = lowered(build.finish(out));
  EXPECT_EQ(npu_ops(result, 0).size(), 31U);
  const Tensor& scratch = tensor(result, result.operators[0].inputs.back());
  EXPECT_EQ(scratch.kind, TensorKind::scratch);
  EXPECT_GT(scratch.bytes, 0);
}

}  // namespace
}  // namespace spillway::ethosu
