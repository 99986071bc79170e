// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/npu_ops.h"
#include "hwmodels/target/target.h"
#include "tests/hwmodels/ethosu/lower/network_builder.h"
#include "tests/hwmodels/ethosu/lower/operator_samples.h"
#include "traces/tflite/codes.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/writer.h"

namespace spillway::ethosu {
namespace {

using test::Maker;
using test::NetworkBuilder;
using test::Sample;
using test::Samples;
using test::set_kernel;
using test::supported;
using testing::HasSubstr;
using Dims = std::vector<std::int32_t>;

constexpr int builtin_codes = 210;

// Writes `network` to a .tflite file in memory, and returns the network that is read from this
// file.
Network through_a_file(const Network& network) {
  return parse_tflite(write_tflite(network), "sample.tflite");
}

std::vector<std::string> operation_types(const Network& network) {
  const Network lowered = lower(network, load_target("ethos-u55-128"));
  std::vector<std::string> types;
  for (std::size_t i = 0; i < lowered.operators.size(); ++i) {
    for (const NpuOp& op : npu_ops(lowered, static_cast<std::int32_t>(i))) types.push_back(op.type);
  }
  return types;
}

TEST(EthosUSupport, EveryOperatorOfVelaRunsAsItsOperations) {
  for (const auto& [name, sample] : supported()) {
    const Network network = through_a_file(sample.network);
    ASSERT_EQ(network.operators.size(), 1U) << name;
    EXPECT_EQ(network.operators[0].type_name, name);
    EXPECT_EQ(host_reason(network, network.operators[0]), "") << name;
    EXPECT_EQ(operation_types(network), sample.operations) << name;
  }
}

// Every operator that supported() does not list must run on the host. The test skips SHAPE, which
// the lowering removes because its result is known at compile time.
TEST(EthosUSupport, EveryOtherOperatorOfTheFormatIsLeftToTheHost) {
  const Samples on_npu = supported();
  int others = 0;
  for (int code = 0; code < builtin_codes; ++code) {
    const std::string name = builtin_operator_name(code);
    if (on_npu.count(name) != 0 || name == "SHAPE") continue;
    Maker maker;
    Sample sample = maker.binary(builtin_operator_type(code), {});
    sample.network.operators[0].type_name = name;
    EXPECT_EQ(host_reason(sample.network, sample.network.operators[0]), "no such operation")
        << name;
    ++others;
  }
  EXPECT_GT(others, 150);
}

std::string reason_of(const Network& network) {
  return host_reason(network, network.operators.back());
}

TEST(EthosUSupport, FullyConnectedWeightsHaveOneScale) {
  Maker maker;
  const TensorIndex weights = maker.build.constant({10, 192}, TensorKind::weight);
  const std::vector<std::uint8_t> zeros(10 * sizeof(std::int64_t), 0);
  maker.build.at_tensor(weights).zero_points = {zeros.data(), zeros.size()};
  const Sample sample = maker.of(OpType::fully_connected, {maker.in, weights}, {1, 10}, {});
  EXPECT_THAT(reason_of(sample.network), HasSubstr("per channel"));
}

// In a damaged file, the operands of a CONCATENATION or PACK may not fit together into the result.
// Such an operator must not run on the NPU.
TEST(EthosUSupport, JoinedOperandsMakeUpTheResult) {
  const auto joined = [](OpType type, const Dims& part, const Dims& whole, std::int32_t axis) {
    Maker maker;
    return reason_of(maker
                         .of(type, {maker.build.input(part), maker.build.input(part)}, whole, {},
                             [axis](Operator& op) { op.axis = axis; })
                         .network);
  };
  EXPECT_EQ(joined(OpType::concatenation, {1, 2, 2, 16}, {1, 2, 2, 32}, 3), "");
  EXPECT_EQ(joined(OpType::concatenation, {1, 2, 2, 16}, {1, 2, 4, 16}, -2), "");
  EXPECT_EQ(joined(OpType::pack, {4, 6, 8}, {4, 6, 2, 8}, 2), "");
  EXPECT_THAT(joined(OpType::concatenation, {1, 2, 2, 16}, {1, 128}, 3), HasSubstr("axis"));
  EXPECT_THAT(joined(OpType::concatenation, {1, 2, 2, 16}, {1, 2, 2, 32}, -5), HasSubstr("axis"));
  EXPECT_THAT(joined(OpType::concatenation, {1, 2, 2, 16}, {1, 128}, 1), HasSubstr("dimensions"));
  EXPECT_THAT(joined(OpType::concatenation, {1, 2, 2, 16}, {1, 3, 2, 32}, 3),
              HasSubstr("dimensions"));
  EXPECT_THAT(joined(OpType::concatenation, {1, 2, 2, 16}, {1, 2, 2, 31}, 3), HasSubstr("whole"));
  EXPECT_THAT(joined(OpType::pack, {4, 6, 8}, {3, 4, 6, 8}, 0), HasSubstr("whole"));
}

TEST(EthosUSupport, PartsOfASplitMakeUpItsOperand) {
  const auto split = [](std::int32_t axis, const Dims& first, const Dims& second) {
    Maker maker;
    const TensorIndex in = maker.build.input({1, 4, 6, 8});
    const std::vector<TensorIndex> parts{maker.build.map(first), maker.build.map(second)};
    maker.build.op(OpType::split, {maker.build.numbers({axis}), in}, parts).axis = axis;
    return reason_of(maker.build.finish(parts[0]));
  };
  EXPECT_EQ(split(3, {1, 4, 6, 4}, {1, 4, 6, 4}), "");
  EXPECT_EQ(split(-1, {1, 4, 6, 4}, {1, 4, 6, 4}), "");
  EXPECT_THAT(split(4, {1, 4, 6, 4}, {1, 4, 6, 4}), HasSubstr("axis"));
  EXPECT_THAT(split(3, {1, 4, 6, 3}, {1, 4, 6, 5}), HasSubstr("different sizes"));
  EXPECT_THAT(split(3, {1, 4, 6, 4}, {1, 4, 6, 8}), HasSubstr("whole"));
  EXPECT_THAT(split(3, {1, 4, 6, 4}, {4, 6, 4}), HasSubstr("dimensions"));
}

TEST(EthosUSupport, ReshapesKeepTheScaleAndStayWithinTheLimitsOfAnExtent) {
  Maker scaled;
  Sample sample = scaled.of(OpType::squeeze, {scaled.in}, {4, 6, 8}, {});
  EXPECT_EQ(reason_of(sample.network), "");
  at(sample.network.tensors, sample.network.outputs[0]).scale = 0.5F;
  EXPECT_THAT(reason_of(sample.network), HasSubstr("scales"));
  Maker large;
  const TensorIndex in = large.build.input({1, 256, 256, 2});
  EXPECT_THAT(reason_of(large.of(OpType::reshape, {in}, {1, 131072}, {}).network),
              HasSubstr("65535"));
}

TEST(EthosUSupport, SumsOf32BitsNeedAScaleAndMeansNeedAnAxisFromTheFront) {
  Sample sample = Maker().binary(OpType::add, {});
  for (Tensor& tensor : sample.network.tensors) tensor.type = DataType::int32;
  EXPECT_THAT(reason_of(sample.network), HasSubstr("without scale"));
  for (Tensor& tensor : sample.network.tensors) tensor.scale = 1;
  EXPECT_EQ(reason_of(sample.network), "");
  Maker mean;
  const TensorIndex axes = mean.build.numbers({-2, -3});
  EXPECT_THAT(reason_of(mean.of(OpType::mean, {mean.in, axes}, {1, 8}, {}).network),
              HasSubstr("from the end"));
}

TEST(EthosUSupport, AnAverageOverTheWholeMapHasNoLimitOfSize) {
  Maker maker;
  const TensorIndex in = maker.build.input({1, 12, 12, 8});
  const Sample sample = maker.of(OpType::average_pool_2d, {in}, {1, 1, 1, 8}, {}, [](Operator& op) {
    set_kernel(op, 12, 12);
    op.window.stride_h = op.window.stride_w = 12;
    op.window.scheme = PaddingScheme::same;
  });
  EXPECT_EQ(operation_types(sample.network), (std::vector<std::string>{"AvgPool"}));
}

TEST(EthosUSupport, ConstantsAreQuantizedBeforehandAndSplitsIntoOnePartVanish) {
  Maker constant;
  const TensorIndex real = constant.build.constant({1, 4, 6, 8}, TensorKind::constant);
  constant.build.at_tensor(real).type = DataType::float32;
  const TensorIndex quantized = constant.build.map({1, 4, 6, 8});
  constant.build.op(OpType::quantize, {real}, {quantized});
  const Sample sum = constant.of(OpType::add, {constant.in, quantized}, {1, 4, 6, 8}, {});
  EXPECT_EQ(operation_types(sum.network), (std::vector<std::string>{"Add"}));
  Maker split;
  const TensorIndex part = split.build.map({1, 4, 6, 8});
  split.build.op(OpType::split, {split.build.numbers({3}), split.in}, {part}).axis = 3;
  const Sample softmax = split.of(OpType::tanh, {part}, {1, 4, 6, 8}, {});
  EXPECT_EQ(operation_types(softmax.network), (std::vector<std::string>{"Add"}));
}

TEST(EthosUSupport, TransposesExchangeTwoDimensionsOfOneBatch) {
  const auto runs_on_npu = [](const std::vector<std::int32_t>& shape,
                              const std::vector<std::int32_t>& permutation) {
    NetworkBuilder build;
    std::vector<std::int32_t> result;
    for (const std::int32_t axis : permutation) result.push_back(at(shape, axis));
    const TensorIndex in = build.input(shape);
    const TensorIndex out = build.map(result);
    build.op(OpType::transpose, {in, build.numbers(permutation)}, {out});
    const Network network = build.finish(out);
    return host_reason(network, network.operators.front()).empty();
  };
  EXPECT_TRUE(runs_on_npu({4, 6}, {1, 0}));
  EXPECT_FALSE(runs_on_npu({4, 6}, {0, 1}));
  EXPECT_TRUE(runs_on_npu({1, 4, 6, 8}, {0, 2, 1, 3}));
  EXPECT_FALSE(runs_on_npu({2, 4, 6, 8}, {0, 2, 1, 3}));
}

// Arm's compiler requires that operand and result of a softmax have equal shapes. A fuzzer found a
// softmax whose operand had more elements than its result, so its operations accessed bytes past
// the end of their buffer.
TEST(EthosUSupport, ASoftmaxKeepsTheShape) {
  const auto softmax = [](const Dims& result) {
    Maker maker;
    const TensorIndex in = maker.build.input({1, 4, 4, 16});
    return reason_of(maker.of(OpType::softmax, {in}, result, {}).network);
  };
  EXPECT_EQ(softmax({1, 4, 4, 16}), "");
  EXPECT_THAT(softmax({1, 128}), HasSubstr("shapes"));
}

TEST(EthosUSupport, AResizeOfASingleRowWithAlignedCornersIsLeftToTheHost) {
  for (const std::int32_t rows : {1, 2}) {
    NetworkBuilder build;
    const TensorIndex in = build.input({1, rows, 4, 8});
    const TensorIndex out = build.map({1, 2 * rows - 1, 7, 8});
    build.op(OpType::resize_bilinear, {in}, {out}).align_corners = true;
    const Network network = build.finish(out);
    EXPECT_EQ(host_reason(network, network.operators.front()).empty(), rows == 2);
  }
}

}  // namespace
}  // namespace spillway::ethosu
