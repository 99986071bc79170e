// SPDX-License-Identifier: Apache-2.0
// Tests plain networks of the Larq Compute Engine, which have binary operators, before xformer
// compiles them.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/xcore/lower/lower.h"
#include "hwmodels/xcore/lower/make_kernel.h"
#include "tests/hwmodels/xcore/compiled/compiled_file.h"
#include "tests/hwmodels/xcore/kernels/tile.h"

namespace spillway {
namespace {

using xcore::Convolution;

struct LarqLayer {
  std::int32_t channels = 256, outputs = 64, stride = 1;
  bool same = true, bits = true;
};

/// Returns a network that takes the signs of an int8 map, and convolves the signs with binary
/// weights of 3x3.
Network larq_network(const LarqLayer& layer) {
  test::CompiledFile file;
  constexpr std::int32_t side = 8;
  const std::int32_t words = layer.channels / 32;
  const std::int32_t out =
      layer.same ? (side + layer.stride - 1) / layer.stride : (side - 3) / layer.stride + 1;
  const TensorIndex image = file.tensor({1, side, side, layer.channels});
  const TensorIndex signs = file.tensor({1, side, side, words}, DataType::int32);
  const TensorIndex weights = file.constant(layer.outputs * 9 * words * 4);
  file.reshape(weights, DataType::int32, {layer.outputs, 3, 3, words});
  const TensorIndex y = layer.bits ? file.tensor({1, out, out, layer.outputs / 32}, DataType::int32)
                                   : file.tensor({1, out, out, layer.outputs});
  file.add_plain("LceQuantize", {image}, {signs});
  file.add("LceBconv2d", {signs, weights}, {y}, [&](flexbuffers::Builder& options) {
    options.Int("channels_in", layer.channels);
    options.Int("dilation_height_factor", 1);
    options.Int("dilation_width_factor", 1);
    options.Int("padding", layer.same ? 0 : 1);
    options.Int("stride_height", layer.stride);
    options.Int("stride_width", layer.stride);
  });
  return file.read({image}, {y});
}

std::vector<std::string> types_of(const Network& network) {
  std::vector<std::string> types;
  for (const Operator& op : network.operators) types.push_back(op.type_name);
  return types;
}

Network lowered(const LarqLayer& layer) {
  return xcore::lower(larq_network(layer), test::xcore_tile(), {});
}

TEST(XcoreLarq, LowersBinaryConvolutionsToTheKernelsOfTheRuntime) {
  using testing::ElementsAre;
  EXPECT_THAT(types_of(lowered({})), ElementsAre("XC_bsign_8", "XC_pad", "XC_conv2d_v2"));
  LarqLayer valid;
  valid.same = false;
  EXPECT_THAT(types_of(lowered(valid)), ElementsAre("XC_bsign_8", "XC_conv2d_v2"));
}

TEST(XcoreLarq, TakesOneBitPerChannelAndWritesBitsOrBytes) {
  for (const bool bits : {true, false}) {
    LarqLayer layer;
    layer.bits = bits;
    const Network network = lowered(layer);
    const Operator& op = network.operators.back();
    const auto conv = std::get<Convolution>(xcore::make_kernel(network, op, {}));
    EXPECT_EQ(conv.kind, xcore::ConvKind::direct);
    EXPECT_EQ(conv.tap_bytes, 32);
    EXPECT_EQ(conv.outputs, 64);
    EXPECT_EQ(conv.out_pixel_step, bits ? 8 : 64);
    EXPECT_EQ(conv.threads.front().groups.size(), 4);
    EXPECT_EQ(op.macs, std::int64_t{8} * 8 * 64 * 9 * 256);
    EXPECT_EQ(at(network.tensors, op.inputs[1]).bytes, 64 * 9 * 32);
    EXPECT_EQ(at(network.tensors, network.operators[1].outputs[0]).bytes, 10 * 10 * 32);
  }
}

TEST(XcoreLarq, FewChannelsAreGatheredFirst) {
  LarqLayer layer;
  layer.channels = 64;
  layer.stride = 2;
  const Network network = lowered(layer);
  const auto conv =
      std::get<Convolution>(xcore::make_kernel(network, network.operators.back(), {}));
  EXPECT_EQ(conv.kind, xcore::ConvKind::indirect);
  EXPECT_EQ(conv.pixel_step, 2 * 8);
  EXPECT_GT(conv.scratch_bytes, 9 * 8);
}

TEST(XcoreLarq, DilatedWindowsStayAsTheyAre) {
  test::CompiledFile file;
  const TensorIndex x = file.tensor({1, 8, 8, 8}, DataType::int32);
  const TensorIndex weights = file.constant(32 * 9 * 8 * 4);
  file.reshape(weights, DataType::int32, {32, 3, 3, 8});
  const TensorIndex y = file.tensor({1, 4, 4, 1}, DataType::int32);
  file.add("LceBconv2d", {x, weights}, {y}, [](flexbuffers::Builder& options) {
    options.Int("dilation_height_factor", 2);
    options.Int("padding", 1);
  });
  const Network network = xcore::lower(file.read({x}, {y}), test::xcore_tile(), {});
  EXPECT_EQ(network.operators.back().type_name, "LceBconv2d");
}

}  // namespace
}  // namespace spillway
