// SPDX-License-Identifier: Apache-2.0
// Tests a file for each operator that xformer wrote only before 2021-11, and for each binary
// convolution that xformer has written since 2021-11.
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/xcore/kernels/costs.h"
#include "hwmodels/xcore/lower/make_kernel.h"
#include "tests/hwmodels/xcore/compiled/compiled_file.h"
#include "tests/hwmodels/xcore/compiled/scheduled_file.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "tests/hwmodels/xcore/kernels/tile_interpreter.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using namespace test;
using Builder = flexbuffers::Builder;
using xcore::Convolution;
using xcore::Cost;
using xcore::slots_of;
using Fill = std::function<void(Builder&)>;
using Shape = std::vector<std::int32_t>;

/// Adds the options that give each of two threads one half of a 4x4 output.
void two_halves(Builder& options) {
  options.Map("par", [&] {
    options.Int("th", 2);
    options.Vector("rc", [&] {
      for (const std::int32_t top : {0, 2}) {
        options.Vector([&] {
          for (const std::int32_t value : {top, 0, 2, 4}) options.Int(value);
        });
      }
    });
  });
}

void pair(Builder& options, const char* key, std::int32_t a, std::int32_t b) {
  options.Vector(key, [&] {
    options.Int(a);
    options.Int(b);
  });
}

struct Layer {
  std::string type;
  Shape x, weights, y;
  Fill options;
  DataType x_type = DataType::int8, y_type = DataType::int8;
};

Network file_of(const Layer& layer) {
  CompiledFile file;
  const TensorIndex x = file.tensor(layer.x, layer.x_type);
  const TensorIndex weights = file.tensor(layer.weights), bias = file.tensor({512});
  const TensorIndex y = file.tensor(layer.y, layer.y_type);
  if (layer.options) {
    file.add(layer.type, {x, weights, bias}, {y}, layer.options);
  } else {
    file.add_plain(layer.type, {x, weights, bias}, {y});
  }
  file.plan({0, 16'384, 65'536, 66'560});
  return file.read({x, weights, bias}, {y});
}

std::int64_t slots_of_layer(const Layer& layer) {
  const Program program = scheduled_file(file_of(layer));
  return TileInterpreter(program, tile_extram).run().back().slots;
}

Convolution convolution_of(const Layer& layer) {
  const Network network = file_of(layer);
  return std::get<Convolution>(xcore::make_kernel(network, network.operators[0], {}));
}

const Fill strided = [](Builder& options) {
  pair(options, "stride", 1, 1);
  two_halves(options);
};

const Layer deep = {"XC_conv2d_deep", {1, 4, 4, 32}, {16, 3, 3, 32}, {1, 4, 4, 16}, strided};
const Layer shallow = {"XC_conv2d_shallowin", {1, 4, 4, 4}, {16, 3, 8, 4}, {1, 4, 4, 16}, strided};
const Layer point = {"XC_conv2d_1x1", {1, 4, 4, 64}, {16, 64}, {1, 4, 4, 16}, strided};
const Layer depthwise = {"XC_conv2d_depthwise", {1, 4, 4, 32}, {3, 3, 32}, {1, 4, 4, 32}, strided};

TEST(XcorePlanned, ConvolutionsTakeOnlyTheSlotsOfTheirLoopsAndCalls) {
  const double group = slots_of(Cost::planned_group), tap = slots_of(Cost::planned_tap);
  const double row = slots_of(Cost::planned_row), chunk = slots_of(Cost::conv_chunk);
  const double call = slots_of(Cost::conv_call);
  constexpr int pixels = 8;  // number of output pixels per thread
  EXPECT_EQ(slots_of_layer(deep), call + pixels * (group + 3 * row + 9 * tap + 9 * chunk));
  EXPECT_EQ(slots_of_layer(shallow), call + pixels * (group + 3 * row + 3 * tap + 3 * chunk));
  EXPECT_EQ(slots_of_layer(point), call + pixels * (group + row + tap + 2 * chunk));
  const double taps = 3 * slots_of(Cost::depthwise_row) + 9 * slots_of(Cost::depthwise_tap);
  EXPECT_EQ(slots_of_layer(depthwise), call + pixels * 2 * (group + taps));
}

TEST(XcorePlanned, ConvolutionsHaveTheirMacs) {
  const auto macs_of = [](const Layer& layer) {
    return scheduled_file(file_of(layer)).operators[0].macs;
  };
  EXPECT_EQ(macs_of(deep), 16 * 16 * 9 * 32);
  EXPECT_EQ(macs_of(point), 16 * 16 * 64);
  EXPECT_EQ(macs_of(depthwise), 16 * 32 * 9);
  EXPECT_EQ(macs_of({"XC_fc", {1, 64}, {10, 64}, {1, 10}, {}}), 64 * 10);
}

TEST(XcorePlanned, ThreadsWorkOnTheRegionsOfTheFile) {
  for (const Layer& layer : {deep, shallow, point, depthwise}) {
    const Convolution conv = convolution_of(layer);
    ASSERT_EQ(conv.threads.size(), 2U) << layer.type;
    EXPECT_EQ(conv.threads[1].rows.begin, 2) << layer.type;
    EXPECT_EQ(conv.threads[1].rows.end, 4) << layer.type;
    EXPECT_EQ(scheduled_file(file_of(layer)).operators[0].note, "unvalidated cost") << layer.type;
  }
}

TEST(XcorePlanned, WorkThatIsNotTheOutputIsAnErrorThatNamesTheOperator) {
  Layer layer = deep;
  layer.y = {1, 4, 5, 16};
  EXPECT_THAT(test::user_error([&] { convolution_of(layer); }),
              testing::AllOf(testing::HasSubstr("XC_conv2d_deep"),
                             testing::HasSubstr("compute 16 pixels, its output has 20")));
}

TEST(XcorePlanned, FullyConnectedLayersShareGroupsOfChannels) {
  const Layer layer = {"XC_fc", {1, 2, 2, 64}, {64, 256}, {1, 64}, [](Builder& options) {
                         options.Map("par", [&] { options.Int("th", 3); });
                       }};
  const Convolution conv = convolution_of(layer);
  EXPECT_EQ(conv.window_bytes(), 256);
  ASSERT_EQ(conv.threads.size(), 3U);
  EXPECT_EQ(conv.threads[0].groups.size(), 2);
  EXPECT_EQ(conv.threads[2].groups.end, 4);
}

Layer binary(const std::string& type, bool bits) {
  Layer layer = {type, {1, 4, 4, 8}, {32 * 9 * 32}, {1, 4, 4, 32}, [](Builder& options) {
                   options.Vector("K", [&] {
                     for (const std::int32_t side : {32, 3, 3, 256}) options.Int(side);
                   });
                   pair(options, "stride", 1, 1);
                   two_halves(options);
                 }};
  layer.x_type = DataType::int32;
  if (bits) {
    layer.y = {1, 4, 4, 1};
    layer.y_type = DataType::int32;
  }
  return layer;
}

TEST(XcorePlanned, BinaryConvolutionsTake256ChannelsPerVector) {
  for (const bool bits : {true, false}) {
    const Convolution conv =
        convolution_of(binary(bits ? "XC_bconv2d_bin_DI" : "XC_bconv2d_int8_DIDO", bits));
    EXPECT_EQ(conv.outputs, 32);
    EXPECT_EQ(conv.tap_bytes, 32);
    EXPECT_EQ(conv.out_pixel_step, bits ? 4 : 32);
    EXPECT_EQ(conv.kind, xcore::ConvKind::direct);
  }
  EXPECT_EQ(convolution_of(binary("XC_bconv2d_bin", true)).kind, xcore::ConvKind::indirect);
  EXPECT_EQ(convolution_of(binary("XC_bconv2d_int8", false)).kind, xcore::ConvKind::indirect);
}

/// Returns a binary convolution (XC_conv2d_v2) with a window of 3x3. The input has 4x4 pixels of
/// 256 bits, and the output has 2x2 pixels of 32 channels.
Layer binary_v2(std::int32_t kind, bool bits) {
  Layer layer = {
      "XC_conv2d_v2", {1, 4, 4, 8}, {32 * 9 * 32}, {1, 2, 2, 32}, [=](Builder& options) {
        const bool direct = kind % 2 == 1;
        options.String("mp", direct ? blob({128, 32}) : blob({128, 32, 2, 2, 0, 0, 0, 32, 0, 0}));
        options.String("a", direct ? blob({9 * 32 * 16, 2, 2, 0, 0, 32}) : blob({32, 9 * 32}));
        if (!bits) options.String("o", blob({32, 0}));
        options.Vector("p", [&] { options.String(blob({0, 2, 0, 2, 0, 2, 0, 0, 0, 0})); });
        options.Int("k", kind);
        options.Int("s", direct ? 0 : 320);
      }};
  layer.x_type = DataType::int32;
  if (bits) {
    layer.y = {1, 2, 2, 1};
    layer.y_type = DataType::int32;
  }
  return layer;
}

TEST(XcorePlanned, BinaryKindsOfConv2dV2DifferFromInt8ByTheirTransform) {
  const double chunks = 9 * slots_of(Cost::conv_chunk);
  constexpr int pixels = 4, groups = 2;
  const double int8 =
      slots_of(Cost::conv_call) +
      pixels * (slots_of(Cost::conv_pixel) + groups * (slots_of(Cost::conv_group) + chunks));
  EXPECT_EQ(slots_of_layer(binary_v2(7, false)),
            int8 + pixels * groups * slots_of(Cost::clamped_transform));
  EXPECT_EQ(slots_of_layer(binary_v2(5, true)),
            int8 + pixels * groups * slots_of(Cost::binary_transform));
  EXPECT_EQ(convolution_of(binary_v2(6, true)).kind, xcore::ConvKind::indirect);
  EXPECT_EQ(convolution_of(binary_v2(8, false)).kind, xcore::ConvKind::indirect);
}

/// The cost of an operator is a sum of issue slots. Some costs in this sum are confirmed by
/// published times. If the other costs are more than a tenth of the sum, the operator is marked as
/// unvalidated.
TEST(XcorePlanned, MarksOperatorsWithMoreThanATenthOfUnconfirmedSlots) {
  using xcore::SlotSum;
  EXPECT_TRUE(SlotSum().add(Cost::softmax_call).add(Cost::softmax_element, 2).validated());
  EXPECT_FALSE(SlotSum().add(Cost::softmax_call).add(Cost::softmax_element, 10).validated());
  EXPECT_FALSE(SlotSum().add(Cost::conv_call).add(Cost::maxpool_tap, 0).validated());
}

TEST(XcorePlanned, PoolsAndElementwiseOperatorsRun) {
  const Fill window = [](Builder& options) {
    pair(options, "pool", 2, 2);
    pair(options, "stride", 2, 2);
    two_halves(options);
  };
  const Shape whole = {1, 8, 8, 32}, half = {1, 4, 4, 32};
  for (const Layer& layer : {Layer{"XC_maxpool2d", whole, {1}, half, window},
                             Layer{"XC_avgpool2d", whole, {1}, half, window},
                             Layer{"XC_avgpool2d_global", whole, {1}, {1, 32}, strided},
                             Layer{"XC_lookup_8", half, {256}, half, strided},
                             Layer{"XC_add_8", half, half, half, strided},
                             Layer{"XC_bsign_8", half, {1}, {1, 4, 4, 4}, strided},
                             Layer{"XC_argmax_16", {1, 64}, {1}, {1, 1}, strided},
                             Layer{"XC_requantize_16_to_8", {1, 64}, {1}, {1, 64}, strided}}) {
    const Program program = scheduled_file(file_of(layer));
    EXPECT_EQ(program.operators[0].note.find("unmodelled"), std::string::npos) << layer.type;
    EXPECT_GT(slots_of_layer(layer), 0) << layer.type;
  }
}

/// In 2019, the same kernels had other names, but must have the same cost. A pool of 2019 had no
/// options: its window and its stride follow from the shapes of input and output.
TEST(XcorePlanned, OperatorsOf2019CostWhatTheirSuccessorsDo) {
  const Fill window = [](Builder& options) {
    pair(options, "pool", 2, 2);
    pair(options, "stride", 2, 2);
  };
  const Shape whole = {1, 8, 8, 32}, half = {1, 4, 4, 32};
  EXPECT_EQ(slots_of_layer({"XC_maxpool2d_deep", whole, {1}, half, {}}),
            slots_of_layer({"XC_maxpool2d", whole, {1}, half, window}));
  EXPECT_EQ(slots_of_layer({"XC_avgpool2d_deep", whole, {1}, half, {}}),
            slots_of_layer({"XC_avgpool2d", whole, {1}, half, window}));
  const std::int64_t dense = slots_of_layer({"XC_fc", {1, 64}, {10, 64}, {1, 10}, {}});
  for (const char* end : {"shallowout_final", "shallowout_lin", "anyout"}) {
    const std::string type = std::string("XC_fc_deepin_") + end;
    EXPECT_EQ(slots_of_layer({type, {1, 64}, {10, 64}, {1, 10}, {}}), dense) << type;
  }
}

/// The operators of this test are those that xformer writes without options. They must run all the
/// same.
TEST(XcorePlanned, OperatorsWithoutOptionsRun) {
  for (Layer layer : {Layer{"XC_bsign_8", {1, 4, 4, 32}, {1}, {1, 4, 4, 4}, {}},
                      Layer{"XC_fc", {1, 64}, {16, 64}, {1, 16}, {}},
                      Layer{"XC_lookup_8", {1, 64}, {256}, {1, 64}, {}}}) {
    const Network network = file_of(layer);
    EXPECT_TRUE(network.operators[0].options.empty()) << layer.type;
    EXPECT_EQ(scheduled_file(network).operators[0].note.find("unmodelled"), std::string::npos);
  }
}

TEST(XcorePlanned, FloatKernelsTakeTheirMacs) {
  const double call = slots_of(Cost::copy_call), mac = slots_of(Cost::float_mac);
  Layer dense = {"XC_beta_fcf32", {1, 96}, {16 * 96 * 3}, {1, 16}, strided};
  dense.x_type = dense.y_type = DataType::float32;
  EXPECT_EQ(slots_of_layer(dense), call + mac * 16 * 96);
  Layer conv = {"XC_beta_convf32", {1, 9, 2, 4}, {8 * 6 * 4 * 3}, {1, 4, 1, 8}, strided};
  conv.x_type = conv.y_type = DataType::float32;
  EXPECT_EQ(slots_of_layer(conv), call + mac * 4 * 8 * 6 * 4);
  EXPECT_EQ(scheduled_file(file_of(conv)).operators[0].note, "unvalidated cost");
}

TEST(XcorePlanned, TheMulOf2023IsALoopOverElements) {
  const Shape shape = {1, 64};
  Layer mul = {"XC_mul", shape, shape, shape, [](Builder& options) {
                 options.Int("B", 1);
                 options.Int("S", 1);
               }};
  EXPECT_EQ(slots_of_layer(mul),
            slots_of(Cost::mul_call) + 64 * slots_of(Cost::scalar_mul_element));
}

TEST(XcorePlanned, WeightsInTheOptionsNameTheGeneration) {
  CompiledFile file;
  const TensorIndex x = file.tensor({1, 4, 4, 32}), y = file.tensor({1, 4, 4, 16});
  file.add("XC_conv2d_v2", {x}, {y},
           [](Builder& options) { options.Vector("threads", [&] { options.Int(0); }); });
  file.plan({0, 512});
  EXPECT_THAT(
      test::user_error([&] { scheduled_file(file.read({x}, {y})); }),
      testing::AllOf(testing::HasSubstr("XC_conv2d_v2"), testing::HasSubstr("until 2021-10")));
}

}  // namespace
}  // namespace spillway
