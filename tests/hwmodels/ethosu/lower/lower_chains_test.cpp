// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/ops/npu_ops.h"
#include "hwmodels/target/target.h"
#include "tests/hwmodels/ethosu/lower/network_builder.h"

namespace spillway {
namespace {

using test::NetworkBuilder;

const std::vector<std::int32_t> shape = {1, 8, 8, 16};

/// Builds a residual connection of two convolutions. add() adds an addition, for example of the
/// input and the result of the second convolution.
struct Residual {
  NetworkBuilder build;
  TensorIndex input = build.input(shape);
  TensorIndex first = build.convolution(input, 32);
  TensorIndex second = build.convolution(first, 16);

  TensorIndex add(TensorIndex a, TensorIndex b) {
    const TensorIndex sum = build.map(shape);
    build.op(OpType::add, {a, b}, {sum});
    return sum;
  }

  Network lowered(TensorIndex output, const char* target = "ethos-u85-256",
                  const ethosu::ScheduleOptions& options = {}) {
    return ethosu::lower(build.finish(output), load_target(target), options);
  }
};

TEST(EthosUChains, EveryOperatorIsAPassOfItsOwnIfChainsAreOff) {
  Residual residual;
  const TensorIndex sum = residual.add(residual.input, residual.second);
  ethosu::ScheduleOptions off;
  off.chains = ethosu::Chains::off;
  const Network lowered = residual.lowered(sum, "ethos-u85-256", off);
  EXPECT_EQ(lowered.operators.size(), 3U);
  EXPECT_FALSE(has_chains(lowered));
}

TEST(EthosUChains, AConvolutionAndTheAdditionBehindItAreOneOperatorOnU85) {
  Residual residual;
  const TensorIndex sum = residual.add(residual.input, residual.second);
  const Network lowered = residual.lowered(sum);
  ASSERT_EQ(lowered.operators.size(), 2U);
  const Operator& chain = lowered.operators[1];
  EXPECT_EQ(chain.type_name, "conv_2d+add");
  EXPECT_EQ(chain.outputs, (std::vector<TensorIndex>{sum}));
  // The map between the convolution and the addition of a chain is never in memory. So no operator
  // may have this map as an operand.
  for (const Operator& op : lowered.operators) {
    for (const auto* operands : {&op.inputs, &op.outputs}) {
      EXPECT_EQ(std::count(operands->begin(), operands->end(), residual.second), 0);
    }
  }
  EXPECT_EQ(std::count(chain.inputs.begin(), chain.inputs.end(), residual.input), 1);
  const std::vector<ethosu::NpuOp> operations = ethosu::npu_ops(lowered, 1);
  ASSERT_EQ(operations.size(), 2U);
  EXPECT_EQ(operations[0].operation.ofm.tiling, ethosu::Tiling::none);
  EXPECT_EQ(operations[1].operation.ifm2.tiling, ethosu::Tiling::none);
  EXPECT_EQ(operations[1].ifm.tensor, residual.input);
  EXPECT_EQ(operations[1].ofm.tensor, sum);
}

TEST(EthosUChains, TheChainedOperandCanBeTheFirst) {
  Residual residual;
  const Network lowered = residual.lowered(residual.add(residual.second, residual.input));
  ASSERT_EQ(lowered.operators.size(), 2U);
  const std::vector<ethosu::NpuOp> operations = ethosu::npu_ops(lowered, 1);
  EXPECT_EQ(operations[1].operation.ifm.tiling, ethosu::Tiling::none);
  EXPECT_EQ(operations[1].ifm2.tensor, residual.input);
}

TEST(EthosUChains, OtherProcessorsHaveNone) {
  for (const char* target : {"ethos-u55-128", "ethos-u65-256"}) {
    Residual residual;
    const TensorIndex sum = residual.add(residual.input, residual.second);
    EXPECT_EQ(residual.lowered(sum, target).operators.size(), 3U) << target;
  }
}

TEST(EthosUChains, AMapThatIsReadTwiceStaysInMemory) {
  Residual residual;
  const TensorIndex sum = residual.add(residual.input, residual.second);
  const TensorIndex again = residual.add(residual.second, sum);
  EXPECT_EQ(residual.lowered(again).operators.size(), 4U);
}

TEST(EthosUChains, AnOutputOfTheNetworkStaysInMemory) {
  Residual residual;
  const TensorIndex sum = residual.add(residual.input, residual.second);
  residual.build.finish(residual.second);
  EXPECT_EQ(residual.lowered(sum).operators.size(), 3U);
}

TEST(EthosUChains, AnOperatorInBetweenPreventsTheChain) {
  Residual residual;
  const TensorIndex other = residual.build.convolution(residual.input, 16);
  // The operators run in this order: the convolution that computes `second`, the convolution that
  // computes `other`, the addition. So only `other` can stay within the processor.
  const Network lowered = residual.lowered(residual.add(residual.second, other));
  ASSERT_EQ(lowered.operators.size(), 3U);
  EXPECT_EQ(lowered.operators[1].outputs.front(), residual.second);
  EXPECT_TRUE(lowered.operators[2].chain);
}

// A convolution's result can stay within the processor only if it has the shape of the sum. Here
// the result has one value per channel, which the addition broadcasts over a map.
TEST(EthosUChains, AResultThatIsBroadcastStaysInMemory) {
  NetworkBuilder build;
  const TensorIndex pixel = build.input({1, 1, 1, 16});
  const TensorIndex map = build.input(shape);
  const TensorIndex scaled = build.convolution(pixel, 16);
  const TensorIndex sum = build.map(shape);
  build.op(OpType::add, {map, scaled}, {sum});
  const Network lowered = ethosu::lower(build.finish(sum), load_target("ethos-u85-256"));
  EXPECT_EQ(lowered.operators.size(), 2U);
}

TEST(EthosUChains, AreAtMostAsLongAndReadAsManyMapsAsTheCompilers) {
  Residual residual;
  TensorIndex sum = residual.second;
  for (int i = 0; i < 3; ++i) sum = residual.add(residual.input, sum);
  // A chain (operators that pass maps on inside the processor) reads at most three maps from
  // memory. The convolution and each addition read one map, so the third addition is not in the
  // chain.
  const Network lowered = residual.lowered(sum);
  ASSERT_EQ(lowered.operators.size(), 3U);
  EXPECT_EQ(lowered.operators[1].type_name, "conv_2d+add+add");
  EXPECT_EQ(lowered.operators[2].type_name, "add");
  EXPECT_EQ(ethosu::npu_ops(lowered, 1).size(), 3U);
}

TEST(EthosUChains, TheResultIsStoredInBricks) {
  NetworkBuilder build;
  const TensorIndex input = build.input({1, 8, 8, 8});
  const TensorIndex first = build.convolution(input, 8);
  const TensorIndex second = build.convolution(first, 8);
  const TensorIndex sum = build.map({1, 8, 8, 8});
  build.op(OpType::add, {first, second}, {sum});
  const TensorIndex last = build.convolution(sum, 8);
  const Network lowered = ethosu::lower(build.finish(last), load_target("ethos-u85-256"));
  ASSERT_EQ(lowered.operators.size(), 3U);
  EXPECT_EQ(at(lowered.tensors, sum).layout, TensorLayout::nhcwb16);
}

}  // namespace
}  // namespace spillway
