// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/npu_ops.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {
namespace {

/// Networks of a few operators, built one after the other.
class NetworkBuilder {
 public:
  TensorIndex map(const std::vector<std::int32_t>& shape, DataType type = DataType::int8) {
    return tensor(shape, TensorKind::activation, type);
  }

  TensorIndex input(const std::vector<std::int32_t>& shape) {
    const TensorIndex index = map(shape);
    network_.inputs.push_back(index);
    return index;
  }

  TensorIndex constant(const std::vector<std::int32_t>& shape, TensorKind kind) {
    return tensor(shape, kind, DataType::int8);
  }

  Operator& op(OpType type, std::vector<TensorIndex> inputs, std::vector<TensorIndex> outputs) {
    Operator op;
    op.type = type;
    op.type_name = op_type_name(type);
    op.name = "op" + std::to_string(network_.operators.size());
    op.inputs = std::move(inputs);
    op.outputs = std::move(outputs);
    network_.operators.push_back(op);
    return network_.operators.back();
  }

  // A convolution of `channels` outputs; returns its output.
  TensorIndex convolution(TensorIndex from, std::int32_t channels) {
    const std::vector<std::int32_t> in = at(network_.tensors, from).shape;
    const TensorIndex weights = constant({channels, 1, 1, in[3]}, TensorKind::weight);
    const TensorIndex bias = constant({channels}, TensorKind::bias);
    const TensorIndex out = map({1, in[1], in[2], channels});
    op(OpType::conv_2d, {from, weights, bias}, {out});
    return out;
  }

  Network finish(TensorIndex output) {
    network_.outputs.push_back(output);
    return network_;
  }

 private:
  TensorIndex tensor(const std::vector<std::int32_t>& shape, TensorKind kind, DataType type) {
    Tensor tensor;
    tensor.name = "tensor" + std::to_string(network_.tensors.size());
    tensor.type = type;
    tensor.shape = shape;
    tensor.kind = kind;
    tensor.bytes = storage_bytes(type, element_count(tensor));
    network_.tensors.push_back(tensor);
    return static_cast<TensorIndex>(network_.tensors.size() - 1);
  }

  Network network_;
};

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

TEST(EthosULowering, MapsBetweenNpuOperatorsAreStoredInBricksAndOthersAreNot) {
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
  EXPECT_EQ(result.operators[1].inputs[0], map);
  EXPECT_EQ(tensor(result, map).layout, TensorLayout::nhwc);
  const NpuOp op = npu_ops(result, 1).at(0);
  EXPECT_EQ(op.operation.ifm.depth, 64);
}

TEST(EthosULowering, ConcatenationsBecomePartialWritesOfTheirProducers) {
  NetworkBuilder build;
  const TensorIndex in = build.input({1, 4, 4, 16});
  const TensorIndex left = build.convolution(in, 16);
  const TensorIndex right = build.convolution(in, 32);
  const TensorIndex both = build.map({1, 4, 4, 48});
  build.op(OpType::concatenation, {left, right}, {both}).axis = 3;
  const TensorIndex out = build.convolution(both, 8);
  const Network result = lowered(build.finish(out));

  ASSERT_EQ(result.operators.size(), 3U);
  const NpuOp second = npu_ops(result, 1).at(0);
  EXPECT_EQ(second.ofm.tensor, both);
  EXPECT_EQ(second.ofm.offset, 4 * 16) << "one brick further in every row";
  EXPECT_EQ(second.operation.ofm.stride_y, 4 * 48);
}

TEST(EthosULowering, ANetworkInputThatIsConcatenatedIsCopied) {
  NetworkBuilder build;
  const TensorIndex in = build.input({1, 4, 4, 16});
  const TensorIndex map = build.convolution(in, 16);
  const TensorIndex both = build.map({1, 4, 4, 32});
  build.op(OpType::concatenation, {in, map}, {both}).axis = -1;
  const Network result = lowered(build.finish(both));
  EXPECT_EQ(types(result), (std::vector<OpType>{OpType::conv_2d, OpType::concatenation}));
  EXPECT_EQ(result.operators[1].inputs, std::vector<TensorIndex>{in});
}

TEST(EthosULowering, WhatTheNpuDoesNotRunIsLeftToTheHostWithAReason) {
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
