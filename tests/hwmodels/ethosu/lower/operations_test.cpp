// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/ethosu/block/block_search.h"
#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/npu_ops.h"
#include "hwmodels/target/target.h"
#include "planner/in_place.h"
#include "planner/plan_network.h"
#include "tests/hwmodels/ethosu/lower/network_builder.h"
#include "traces/tflite/codes.h"

namespace spillway::ethosu {
namespace {

using test::NetworkBuilder;

/// A lowered network, and the operations of its operators, as Vela would list them.
struct Operations {
  Network network;
  std::vector<NpuOp> ops;

  std::vector<std::string> types() const {
    std::vector<std::string> result;
    for (const NpuOp& op : ops) result.push_back(op.type);
    return result;
  }

  std::int64_t total_macs() const {
    std::int64_t sum = 0;
    for (const NpuOp& op : ops) sum += macs(op.operation);
    return sum;
  }
};

// Plans the lowered network with feature maps in the fastest memory and constants in the slowest
// memory. Returns the program of this plan.
Program scheduled(const Network& lowered, const Target& target) {
  PlanningRequest request;
  for (const MemorySpec& memory : target.memories) {
    request.memories.push_back({memory.name, unlimited, 16});
  }
  request.arena = {0};
  request.constants = static_cast<MemoryIndex>(request.memories.size()) - 1;
  const NetworkPlan planned = plan_network(lowered, request);
  EXPECT_EQ(planned.result.status, PlanStatus::ok);
  return ethosu::schedule(lowered, planned.plan, target, {});
}

// Returns the lowered network and its operations. Checks that the network can be scheduled on
// `target`, and that a block for each operation exists on every configuration of Ethos-U.
Operations operations_of(const Network& network, const char* target = "ethos-u55-128") {
  Operations result;
  result.network = lower(network, load_target(target));
  EXPECT_FALSE(scheduled(result.network, load_target(target)).commands.empty());
  for (std::size_t i = 0; i < result.network.operators.size(); ++i) {
    for (const NpuOp& op : npu_ops(result.network, static_cast<std::int32_t>(i))) {
      if (op.copied_bytes == 0) {
        for (const Config& config : configs()) find_block_config(config, op);
      }
      result.ops.push_back(op);
    }
  }
  return result;
}

using Types = std::vector<std::string>;

Operations one_operator(OpType type, const std::vector<std::int32_t>& in,
                        const std::vector<std::int32_t>& out, DataType data = DataType::int8) {
  NetworkBuilder build;
  const TensorIndex ifm = build.input(in);
  build.at_tensor(ifm).type = data;
  const TensorIndex ofm = build.map(out, data);
  build.op(type, {ifm}, {ofm});
  return operations_of(build.finish(ofm));
}

Operations mean(const std::vector<std::int32_t>& in, const std::vector<std::int32_t>& out,
                const std::vector<std::int32_t>& axes) {
  NetworkBuilder build;
  const TensorIndex ifm = build.input(in);
  const TensorIndex ofm = build.map(out);
  build.op(OpType::mean, {ifm, build.numbers(axes)}, {ofm});
  return operations_of(build.finish(ofm));
}

TEST(EthosUMean, SumsByADepthwiseKernelAsLargeAsTheMap) {
  const Operations result = mean({1, 7, 5, 32}, {1, 32}, {1, 2});
  EXPECT_EQ(result.types(), (Types{"DepthwiseConv2DBias", "Mul"}));
  EXPECT_EQ(result.ops[0].operation.window.kernel_h, 7);
  EXPECT_EQ(result.ops[0].operation.window.kernel_w, 5);
  EXPECT_EQ(result.total_macs(), 7 * 5 * 32);
}

TEST(EthosUMean, TakesHeightWidthAndChannelsAloneAndInAnyOrder) {
  EXPECT_EQ(mean({1, 7, 5, 32}, {1, 5, 32}, {1}).ops[0].operation.window.kernel_h, 7);
  EXPECT_EQ(mean({1, 7, 5, 32}, {1, 7, 32}, {2}).ops[0].operation.window.kernel_w, 5);
  EXPECT_EQ(mean({1, 7, 5, 32}, {1, 32}, {2, 1}).types(), (Types{"DepthwiseConv2DBias", "Mul"}));
  const Operations channels = mean({1, 7, 1, 32}, {1, 7, 1}, {3});
  EXPECT_EQ(channels.ops[0].operation.window.kernel_w, 32);
  EXPECT_EQ(channels.ops[0].operation.ofm.height, 7);
}

TEST(EthosUMean, AddsPartialSumsIfTheAreaExceedsTheLargestKernel) {
  const Operations result = mean({1, 190, 64, 1}, {1, 1}, {1, 2});
  EXPECT_EQ(result.types(), (Types{"DepthwiseConv2DBias", "DepthwiseConv2DBias",
                                   "DepthwiseConv2DBias", "Add", "Add", "Mul"}));
  EXPECT_EQ(result.total_macs(), 190 * 64);
  EXPECT_EQ(result.ops[2].operation.window.kernel_h, 62);
  EXPECT_EQ(result.ops[2].ifm.offset, 128 * 64);
}

TEST(EthosUMean, ATallAreaThatOneKernelHoldsBecomesARow) {
  const Operations result = mean({1, 100, 8, 16}, {1, 16}, {1, 2});
  EXPECT_EQ(result.types(), (Types{"DepthwiseConv2DBias", "Mul"}));
  EXPECT_EQ(result.ops[0].operation.window.kernel_w, 800);
}

TEST(EthosUMean, OverDimensionsOfSizeOneNeedsNoOperation) {
  EXPECT_THAT(mean({1, 1, 1, 16}, {1, 16}, {1, 2}).types(), testing::ElementsAre("Memcpy"));
}

TEST(EthosUSoftmax, KeepsRowsAndColumnsAndReusesItsScratch) {
  const Operations result = one_operator(OpType::softmax, {1, 32, 4}, {1, 32, 4});
  ASSERT_EQ(result.ops.size(), 31U);
  EXPECT_EQ(result.ops[0].operation.ifm.height, 32) << "pixels as rows, channels as columns";
  EXPECT_EQ(result.ops[4].operation.ofm.width, 32);
  const Operator& op = result.network.operators[0];
  const Bytes scratch = result.network.tensors[static_cast<std::size_t>(op.inputs.back())].bytes;
  EXPECT_LT(scratch, 6 * 32 * 16 * 4) << "31 maps of 64 bytes a row, a few of them at a time";
}

TEST(EthosUSoftmax, OverManyRowsIsAnOperatorPerOperationWithMapsOfItsOwn) {
  const Operations small = one_operator(OpType::softmax, {1, 32, 4}, {1, 32, 4});
  EXPECT_EQ(small.network.operators.size(), 1U);

  const Operations large = one_operator(OpType::softmax, {1, 4000, 4}, {1, 4000, 4});
  EXPECT_EQ(large.types(), small.types());
  ASSERT_EQ(large.network.operators.size(), large.ops.size());
  for (std::size_t i = 0; i < large.ops.size(); ++i) {
    const Operator& part = large.network.operators[i];
    EXPECT_EQ(part.name, large.ops[i].name);
    EXPECT_EQ(part.outputs, std::vector<TensorIndex>{large.ops[i].ofm.tensor});
    EXPECT_EQ(large.ops[i].op, static_cast<std::int32_t>(i));
  }
}

// A softmax is lowered to many operations with maps between them. A plan must need memory only for
// the maps that are live at the same time. The result of an elementwise operation may overwrite an
// operand, and then needs no memory of its own.
TEST(EthosUSoftmax, OverManyRowsTakesTheBytesOfItsLiveMaps) {
  const Operations result = one_operator(OpType::softmax, {1, 4000, 4}, {1, 4000, 4});
  const PlanningProblem problem = make_problem(result.network, {{"sram", unlimited, 16}});
  EXPECT_GT(in_place_pairs(problem).size(), result.ops.size() / 2);
  PlanningRequest request;
  request.memories = {{"sram", unlimited, 16}};
  request.arena = {0};
  request.constants = 0;
  request.planner = "vela-hillclimb";
  // At most five maps are live at the same time. Each map has one value of 4 bytes per row, stored
  // in a brick of 16 channels, which has 64 bytes.
  const Bytes rows = Bytes{4000} * 64;
  request.memories[0].capacity = 5 * rows + 4096;
  EXPECT_EQ(plan_network(result.network, request).result.status, PlanStatus::ok);
}

TEST(EthosUSoftmax, Of16BitsTakesTablesForBothFunctions) {
  const Operations result = one_operator(OpType::softmax, {1, 10}, {1, 10}, DataType::int16);
  EXPECT_EQ(result.types(), (Types{"MaxPool", "Sub", "Mul", "Add", "ReduceSum", "CLZ", "Sub", "SHL",
                                   "Sub", "SHL", "SHR", "Sub", "Mul", "SHR"}));
  EXPECT_TRUE(result.ops[3].table);
  EXPECT_TRUE(result.ops[11].table);
}

TEST(EthosUResize, DoublesAndAveragesOverTheFactorAtTheEnd) {
  NetworkBuilder build;
  const TensorIndex in = build.input({1, 3, 5, 8});
  const TensorIndex out = build.map({1, 24, 40, 8});
  build.op(OpType::resize_bilinear, {in}, {out});
  const Operations result = operations_of(build.finish(out));
  EXPECT_EQ(result.types(), (Types{"ResizeBilinear", "ResizeBilinear", "ResizeBilinear"}));
  EXPECT_EQ(result.ops[2].operation.window.kernel_w, 8);
  EXPECT_EQ(result.total_macs(), (6 * 10 + 12 * 20 + 64 * 24 * 40) * 8);
}

TEST(EthosUResize, ResizingOnePixelIsAnAdditionAndResizingNoneIsNoOperation) {
  EXPECT_EQ(one_operator(OpType::resize_bilinear, {1, 1, 1, 8}, {1, 7, 9, 8}).types(),
            (Types{"Add"}));
  const Operations same = one_operator(OpType::resize_bilinear, {1, 7, 9, 8}, {1, 7, 9, 8});
  EXPECT_EQ(same.total_macs(), 0);
}

TEST(EthosUResize, BetweenPixelCentresIsFourConvolutionsThatShareTheOutput) {
  NetworkBuilder build;
  const TensorIndex in = build.input({1, 4, 4, 8});
  const TensorIndex out = build.map({1, 8, 8, 8});
  build.op(OpType::resize_bilinear, {in}, {out}).half_pixel_centers = true;
  const Operations result = operations_of(build.finish(out));
  EXPECT_EQ(result.types(), (Types{"AvgPool", "DepthwiseConv2DBias", "DepthwiseConv2DBias",
                                   "DepthwiseConv2DBias", "DepthwiseConv2DBias"}));
  std::set<Bytes> begins;
  for (std::size_t i = 1; i < 5; ++i) begins.insert(result.ops[i].ofm.offset);
  EXPECT_EQ(begins, (std::set<Bytes>{0, 8, 64, 72}));
}

TEST(EthosUPadding, OutsideOfKernelsCopiesTheMapAndItsBorders) {
  NetworkBuilder build;
  const TensorIndex in = build.input({1, 4, 6, 8});
  const TensorIndex out = build.map({1, 7, 9, 8});
  build.op(OpType::pad, {in, build.numbers({0, 0, 1, 2, 3, 0, 0, 0})}, {out});
  const Operations result = operations_of(build.finish(out));
  EXPECT_EQ(result.types(), (Types{"AvgPool", "AvgPool", "AvgPool", "AvgPool"}));
  EXPECT_EQ(result.total_macs(), 7 * 9 * 8) << "every element of the output is written once";
}

TEST(EthosUPadding, OfAnyAxisRunsOnTheNpuSinceRelease5OfTheCompiler) {
  NetworkBuilder build;
  const TensorIndex in = build.input({1, 4, 6, 8});
  const TensorIndex out = build.map({1, 5, 6, 32});
  build.op(OpType::pad, {in, build.numbers({0, 0, 1, 0, 0, 0, 16, 8})}, {out});
  const Network network = build.finish(out);
  const Network u65 = lower(network, load_target("ethos-u65-256"));
  EXPECT_TRUE(u65.operators.front().on_host) << "Vela 3.10 pads height and width only";
  ScheduleOptions newer;
  newer.rules = CompilerRules::vela_5_0;
  const Network five = lower(network, load_target("ethos-u65-256"), newer);
  EXPECT_FALSE(five.operators.front().on_host);
  const Network u85 = lower(network, load_target("ethos-u85-256"));
  ASSERT_FALSE(u85.operators.front().on_host);
  std::int64_t written = 0;
  std::set<Bytes> begins;
  for (const NpuOp& op : npu_ops(u85, 0)) {
    written += macs(op.operation);
    begins.insert(op.ofm.offset);
  }
  EXPECT_EQ(written, 5 * 6 * 32) << "every element of the output is written once";
  EXPECT_EQ(begins, (std::set<Bytes>{0, 6 * 32, 6 * 32 + 16, 6 * 32 + 24}));
}

TEST(EthosUAverage, OfALargeStrideIsAConvolutionOverFoldedColumns) {
  NetworkBuilder build;
  const TensorIndex in = build.input({1, 4, 16, 8});
  const TensorIndex out = build.map({1, 4, 4, 8});
  Operator& op = build.op(OpType::average_pool_2d, {in}, {out});
  op.window.kernel_w = op.window.stride_w = 4;
  const Operations result = operations_of(build.finish(out));
  ASSERT_EQ(result.types(), (Types{"Conv2DBias"}));
  EXPECT_EQ(result.ops[0].operation.ifm.depth, 32);
  EXPECT_EQ(result.ops[0].operation.window.kernel_w, 1);
  EXPECT_EQ(result.ops[0].operation.window.stride_w, 1);
}

TEST(EthosUTranspose, WritesRowsAndColumnsThroughExchangedStrides) {
  NetworkBuilder build;
  const TensorIndex in = build.input({1, 4, 6, 8});
  const TensorIndex out = build.map({1, 6, 4, 8});
  build.op(OpType::transpose, {in, build.numbers({0, 2, 1, 3})}, {out});
  const Operations result = operations_of(build.finish(out));
  ASSERT_EQ(result.types(), (Types{"AvgPool"}));
  EXPECT_EQ(result.ops[0].operation.ofm.stride_y, 8);
  EXPECT_EQ(result.ops[0].operation.ofm.stride_x, 4 * 8);
}

TEST(EthosUArgMax, NumbersChannelsAndLooksUpTheLargest) {
  NetworkBuilder build;
  const TensorIndex in = build.input({1, 4, 6, 8});
  const TensorIndex out = build.map({1, 4, 6}, DataType::int64);
  build.op(OpType::arg_max, {in, build.numbers({3})}, {out}).axis = 3;
  const Operations result = operations_of(build.finish(out));
  EXPECT_EQ(result.types(), (Types{"DepthwiseConv2DBias", "MaxPool", "DepthwiseConv2DBias",
                                   "DepthwiseConv2DBias"}));
  EXPECT_EQ(result.ops[1].operation.window.kernel_w, 8);
}

Network grouped_convolution(std::int32_t weight_depth, std::int32_t outputs) {
  NetworkBuilder build;
  const TensorIndex ifm = build.input({1, 8, 8, 64});
  const TensorIndex weights = build.constant({outputs, 3, 3, weight_depth}, TensorKind::weight);
  const TensorIndex bias = build.constant({outputs}, TensorKind::bias);
  const TensorIndex ofm = build.map({1, 8, 8, outputs});
  Operator& op = build.op(OpType::conv_2d, {ifm, weights, bias}, {ofm});
  op.window.kernel_h = op.window.kernel_w = 3;
  op.window.scheme = PaddingScheme::same;
  op.window.pad_top = op.window.pad_bottom = op.window.pad_left = op.window.pad_right = 1;
  return build.finish(ofm);
}

TEST(EthosUConvolution, OfGroupsIsOneOperationPerGroupAndACopyOfEachResult) {
  const Operations grouped = operations_of(grouped_convolution(16, 128));
  EXPECT_EQ(grouped.types(), (Types{"Conv2DBias", "AvgPool", "Conv2DBias", "AvgPool", "Conv2DBias",
                                    "AvgPool", "Conv2DBias", "AvgPool"}));
  for (std::size_t group = 0; group < 4; ++group) {
    const NpuOp& op = grouped.ops[2 * group];
    EXPECT_EQ(op.operation.ifm.depth, 16);
    EXPECT_EQ(op.operation.ofm.depth, 32);
    EXPECT_EQ(op.weight_elements, 32 * 9 * 16);
    EXPECT_EQ(macs(op.operation), 8 * 8 * 32 * 9 * 16);
  }
}

TEST(EthosUConvolution, OfGroupsThatDoNotShareTheChannelsEvenlyIsLeftToTheHost) {
  for (const auto& [depth, outputs] : {std::pair{24, 128}, std::pair{16, 130}}) {
    const Network network = grouped_convolution(depth, outputs);
    EXPECT_THAT(host_reason(network, network.operators.front()), testing::HasSubstr("no multiple"));
  }
}

TEST(EthosUFullyConnected, LaysBatchesOutAsAnArea) {
  NetworkBuilder build;
  const TensorIndex in = build.input({8, 32});
  const TensorIndex out = build.map({8, 10});
  build.op(OpType::fully_connected, {in, build.constant({10, 32}, TensorKind::weight)}, {out});
  const Operations result = operations_of(build.finish(out));
  ASSERT_EQ(result.types(), (Types{"FullyConnected"}));
  EXPECT_EQ(result.ops[0].operation.ofm.height, 2);
  EXPECT_EQ(result.ops[0].operation.ofm.width, 4);
  EXPECT_EQ(result.total_macs(), 8 * 32 * 10);
}

TEST(EthosUActivations, ThatCannotBeFusedBecomeAnAdditionWithATable) {
  const Operations table = one_operator(OpType::logistic, {1, 4, 4, 8}, {1, 4, 4, 8});
  ASSERT_EQ(table.types(), (Types{"Add"}));
  EXPECT_TRUE(table.ops[0].table);
  const Operations computed =
      one_operator(OpType::tanh, {1, 4, 4, 8}, {1, 4, 4, 8}, DataType::int16);
  ASSERT_EQ(computed.types(), (Types{"AvgPool"}));
  EXPECT_FALSE(computed.ops[0].table) << "16 bits are computed, not looked up";
  EXPECT_EQ(computed.ops[0].operation.activation, ActivationWork::table);
}

TEST(EthosUActivations, TablesStayApartIfTheBufferHasNoSpaceForThem) {
  NetworkBuilder build;
  const TensorIndex map = build.convolution(build.input({1, 4, 4, 16}), 16);
  const TensorIndex out = build.map({1, 4, 4, 16});
  build.op(OpType::logistic, {map}, {out});
  const Network network = build.finish(out);
  EXPECT_EQ(operations_of(network, "ethos-u55-64").types(), (Types{"Conv2DBias", "Add"}));
  EXPECT_EQ(operations_of(network, "ethos-u55-128").types(), (Types{"Conv2DBias"}));
}

TEST(EthosUActivations, AClampStaysWhereTheScalesBeforeAndBehindItDiffer) {
  NetworkBuilder build;
  const TensorIndex map = build.convolution(build.input({1, 4, 4, 16}), 16);
  const TensorIndex out = build.map({1, 4, 4, 16});
  build.op(OpType::relu, {map}, {out});
  build.at_tensor(out).scale = 0.5F;
  EXPECT_EQ(operations_of(build.finish(out)).types(), (Types{"Conv2DBias", "AvgPool"}));
}

TEST(EthosUSlices, KeepTheirOwnShapeWhenAReshapeFollows) {
  NetworkBuilder build;
  const TensorIndex in = build.input({1, 4, 16, 28});
  const TensorIndex pixel = build.map({1, 1, 1, 28});
  build.op(OpType::slice, {in, build.numbers({0, 2, 3, 0}), build.numbers({1, 1, 1, 28})}, {pixel});
  const TensorIndex out = build.map({1, 28});
  build.op(OpType::reshape, {pixel, build.numbers({1, 28})}, {out});
  const Operations result = operations_of(build.finish(out));
  ASSERT_EQ(result.types(), (Types{"AvgPool"}));
  for (const FeatureMap& map : {result.ops[0].operation.ifm, result.ops[0].operation.ofm}) {
    EXPECT_EQ(map.height, 1);
    EXPECT_EQ(map.width, 1);
    EXPECT_EQ(map.depth, 28);
  }
}

// Returns a network with one LSTM layer, whose input has the shape `in`. Its operands are the
// input, the weights and biases of the gates, and the states.
Network lstm(const std::vector<std::int32_t>& in, std::int32_t units, bool time_major) {
  NetworkBuilder build;
  std::vector<TensorIndex> operands(24, no_tensor);
  operands[0] = build.input(in);
  for (std::size_t i = 1; i <= 4; ++i) {
    operands[i] = build.constant({units, in[2]}, TensorKind::weight);
    operands[i + 4] = build.constant({units, units}, TensorKind::weight);
    operands[i + 11] = build.constant({units}, TensorKind::bias);
  }
  const std::int32_t batches = in[time_major ? 1 : 0];
  operands[18] = build.variable({batches, units}, DataType::int8);
  operands[19] = build.variable({batches, units}, DataType::int16);
  const TensorIndex out = build.map({in[0], in[1], units});
  Operator& op = build.op(OpType::lstm, operands, {out});
  op.type_name = "UNIDIRECTIONAL_SEQUENCE_LSTM";
  op.time_major = time_major;
  return build.finish(out);
}

TEST(EthosULstm, RunsEighteenOperationsForEveryTimeStep) {
  const Operations result = operations_of(lstm({1, 5, 16}, 24, false));
  EXPECT_EQ(result.ops.size(), 5U * 18U);
  // Each of the five time steps has the MACs of its matrix products, one MAC per unit to copy the
  // cell state, and one MAC per unit for the activation function of the cell state.
  EXPECT_EQ(result.total_macs(), 5 * (4 * (16 * 24 + 24 * 24) + 2 * 24));
  EXPECT_EQ(result.ops[0].name, "input_gate#0.0:tensor0_feature#0.0_fc");
  EXPECT_EQ(result.ops[2].name, "input_gate#0.0_add");
}

TEST(EthosULstm, RunsBatchesOneByOneUnlessTimeComesFirst) {
  EXPECT_EQ(operations_of(lstm({3, 5, 16}, 24, false)).ops.size(), 3U * 5U * 18U);
  const Operations together = operations_of(lstm({5, 3, 16}, 24, true));
  EXPECT_EQ(together.ops.size(), 5U * 18U);
  EXPECT_EQ(together.ops[0].operation.ofm.width, 3);
}

// For every operator code of the .tflite format, the test makes an operator with two
// four-dimensional operands. The operator must have operations on the NPU, or host_reason() must
// say why it runs on the CPU.
TEST(EthosUOperators, OfTheWholeFormatRunOnTheNpuOrHaveAReason) {
  std::set<std::string> on_npu;
  constexpr int codes = 210;
  for (int code = 0; code < codes; ++code) {
    NetworkBuilder build;
    const TensorIndex in = build.input({1, 4, 4, 8});
    const TensorIndex out = build.map({1, 4, 4, 8});
    Operator& op = build.op(builtin_operator_type(code), {in, in}, {out});
    op.type_name = builtin_operator_name(code);
    const Network network = build.finish(out);
    const Operations result = operations_of(network);
    const Operator& original = network.operators.front();
    if (result.ops.empty()) {
      EXPECT_NE(host_reason(network, original), "") << original.type_name;
    } else {
      EXPECT_EQ(host_reason(network, original), "") << original.type_name;
      on_npu.insert(original.type_name);
    }
  }
  // The NPU can run the listed operators, and two operands without parameters are enough for them,
  // so they must run on the NPU. The NPU cannot run GATHER and NEG.
  EXPECT_THAT(on_npu, testing::IsSupersetOf({"ADD", "SUB", "MUL", "MINIMUM", "MAXIMUM", "ABS",
                                             "SOFTMAX", "LOGISTIC", "TANH", "HARD_SWISH", "EXP",
                                             "RELU", "RELU6", "QUANTIZE", "SQUARED_DIFFERENCE"}));
  EXPECT_THAT(on_npu, testing::Not(testing::Contains("GATHER")));
  EXPECT_THAT(on_npu, testing::Not(testing::Contains("NEG")));
}

}  // namespace
}  // namespace spillway::ethosu
