// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/kernels/kernel.h"
#include "hwmodels/xcore/lower/lower.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "tests/hwmodels/xcore/kernels/tile_interpreter.h"
#include "tests/traces/add_tensor.h"

namespace spillway {
namespace {

using testing::Pair;

/// A network of an audio application: quantize, 3x3 convolution, logistic, mul, add and dequantize.
class AudioNetwork {
 public:
  explicit AudioNetwork(std::int32_t channels) {
    const std::vector<std::int32_t> image{1, 8, 8, channels};
    const TensorIndex x = test::add_tensor(network_, "x", DataType::int8, image);
    const TensorIndex wide = operate(OpType::quantize, "QUANTIZE", {x}, image);
    const TensorIndex weights = test::add_tensor(network_, "w", DataType::int8,
                                                 {channels, 3, 3, channels}, TensorKind::weight);
    const TensorIndex conv = operate(OpType::conv_2d, "CONV_2D", {wide, weights}, image);
    Operator& op = network_.operators.back();
    op.window.kernel_h = op.window.kernel_w = 3;
    op.window.pad_top = op.window.pad_bottom = op.window.pad_left = op.window.pad_right = 1;
    op.macs = std::int64_t{64} * 9 * channels * channels;
    const TensorIndex gate = operate(OpType::logistic, "LOGISTIC", {conv}, image);
    const TensorIndex gated = operate(OpType::mul, "MUL", {conv, gate}, image);
    const TensorIndex sum = operate(OpType::add, "ADD", {gated, wide}, image);
    const TensorIndex y = operate(OpType::dequantize, "DEQUANTIZE", {sum}, image);
    at(network_.tensors, y).type = DataType::float32;
    network_.inputs = {x};
    network_.outputs = {y};
  }

  const Network& network() const { return network_; }

 private:
  TensorIndex operate(OpType type, const std::string& name, std::vector<TensorIndex> inputs,
                      const std::vector<std::int32_t>& shape) {
    Operator op;
    op.type = type;
    op.type_name = op.name = name;
    op.inputs = std::move(inputs);
    op.outputs = {test::add_tensor(network_, name, DataType::int16, shape)};
    network_.operators.push_back(op);
    return op.outputs[0];
  }

  Network network_;
};

std::map<std::string, int> counts(const Network& network) {
  std::map<std::string, int> count;
  for (const Operator& op : network.operators) ++count[op.type_name];
  return count;
}

TEST(XcoreInt16, OperatorsAreThoseOfTheRuntime) {
  const Network lowered = xcore::lower(AudioNetwork(16).network(), test::xcore_tile(), {});
  EXPECT_THAT(counts(lowered),
              testing::UnorderedElementsAre(Pair("XC_unaryi16", 2), Pair("XC_pad", 1),
                                            Pair("XC_expand_8_to_16", 1), Pair("XC_conv2d_v2", 1),
                                            Pair("XC_lookup", 1), Pair("XC_binaryi16", 2)));
  EXPECT_TRUE(lowered.warnings.empty());
}

TEST(XcoreInt16, ChannelsComeInSixteens) {
  const auto count = counts(xcore::lower(AudioNetwork(20).network(), test::xcore_tile(), {}));
  EXPECT_THAT(count, testing::Contains(Pair("XC_pad", 2)));
  EXPECT_THAT(count, testing::Contains(Pair("XC_slice", 1)));
}

// The specification gives 18 issue slots for each product of 16 input channels and 16 output
// channels, and a constant number of slots for each group of 16 output channels.
TEST(XcoreInt16, AConvolutionTakesTheCountedSlotsAndIsMarked) {
  const Target tile = test::xcore_tile();
  const Network lowered = xcore::lower(AudioNetwork(32).network(), tile, {});
  const xcore::ArenaPlan plan = xcore::plan_arena(lowered, tile, {});
  const Program program = xcore::schedule(lowered, plan.network_plan.plan, tile, {});
  const auto slots = test::TileInterpreter(program, test::tile_extram).run();
  for (std::size_t i = 0; i < program.operators.size(); ++i) {
    const std::string& type = program.operators[i].type;
    EXPECT_EQ(program.operators[i].note, type == "OP_XC_pad" ? "" : "unvalidated cost") << type;
    if (type != "OP_XC_conv2d_v2") continue;
    constexpr std::int64_t groups = 2, chunks = 9 * 2;
    EXPECT_EQ(slots[i].slots, 400 + 64 * (45 + groups * (122 + 18 * chunks)));
  }
}

}  // namespace
}  // namespace spillway
