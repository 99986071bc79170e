// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/replay/command_stream_plan.h"
#include "hwmodels/target/select_target.h"
#include "tests/hwmodels/ethosu/stream/assembler.h"
#include "traces/layers/layers.h"

namespace spillway::ethosu {
namespace {

constexpr Bytes rows_bytes = 8 * 8 * 4;
constexpr Bytes bricks_bytes = 8 * 8 * 16;

/// Returns a network of two 1x1 convolutions with a map of four channels between them.
Network narrow_network() {
  Network network;
  network.name = "narrow";
  const TensorIndex input = add_network_input(network, "in", {1, 8, 8, 16});
  Layer layer;
  layer.name = "narrow_map";
  layer.type = OpType::conv_2d;
  layer.inputs = {input};
  layer.channels = 4;
  layer.inputs = {add_layer(network, layer)};
  layer.name = "out";
  layer.channels = 16;
  add_layer(network, layer);
  finish_outputs(network);
  return network;
}

FeatureMap map_of(std::int32_t channels, Layout layout, Address base) {
  return dense_map(8, 8, channels, 1, layout, 1, base);
}

Operation convolution(const FeatureMap& ifm, const FeatureMap& ofm) {
  Operation op;
  op.ifm = ifm;
  op.ofm = ofm;
  op.block = {4, 8, 16};
  op.scales[0] = {0, 160, 0};
  op.weights[0] = {160, 256, 0};
  return op;
}

/// Returns a compiled file of narrow_network(). The first convolution writes the map of four
/// channels in the layout `written`, and the second convolution reads the map in the layout `read`.
DecodedFile file_with(Layout written, Layout read) {
  test::Assembler assembler(Product::u55, 128);
  assembler.operation(convolution(map_of(16, Layout::nhwc, 0), map_of(4, written, 0x1000)))
      .operation(convolution(map_of(4, read, 0x1000), map_of(16, Layout::nhwc, 0x2000)))
      .stop();
  DecodedFile file;
  file.name = "narrow";
  file.streams.push_back(assembler.decode());
  return file;
}

const Tensor& narrow_map(const Network& network) {
  for (const Tensor& tensor : network.tensors) {
    if (tensor.name == "narrow_map") return tensor;
  }
  throw std::logic_error("the network has no narrow map");
}

Tensor adopted(Layout written, Layout read) {
  const Target target = load_target("ethos-u55-128");
  Network lowered = lower(narrow_network(), target);
  EXPECT_EQ(narrow_map(lowered).bytes, bricks_bytes) << "bricks by default";
  adopt_formats(lowered, file_with(written, read), target);
  return narrow_map(lowered);
}

TEST(CompiledFormats, AMapThatTheFileStoresAsRowsTakesTheBytesOfRows) {
  const Tensor map = adopted(Layout::nhwc, Layout::nhwc);
  EXPECT_EQ(map.layout, TensorLayout::nhwc);
  EXPECT_EQ(map.bytes, rows_bytes);
}

TEST(CompiledFormats, MapsInBricksKeepTheirFormat) {
  EXPECT_EQ(adopted(Layout::nhcwb16, Layout::nhcwb16).bytes, bricks_bytes);
}

TEST(CompiledFormats, AMapIsStoredAsRowsOnlyIfAllItsCommandsUseRows) {
  EXPECT_EQ(adopted(Layout::nhwc, Layout::nhcwb16).bytes, bricks_bytes);
}

/// Returns a network that adds two maps of four channels.
Network narrow_sum() {
  Network network;
  const TensorIndex input = add_network_input(network, "in", {1, 8, 8, 16});
  Layer layer;
  layer.type = OpType::conv_2d;
  layer.inputs = {input};
  layer.channels = 4;
  layer.name = "a";
  const TensorIndex a = add_layer(network, layer);
  layer.name = "b";
  const TensorIndex b = add_layer(network, layer);
  layer.type = OpType::add;
  layer.name = "sum";
  layer.inputs = {a, b};
  add_layer(network, layer);
  finish_outputs(network);
  return network;
}

/// Returns a compiled file that adds two maps in the layout `layout`. The addition reads the maps
/// with the shape `shape`, which may differ from the shape in the network.
DecodedFile file_with_sum(Layout layout, const BlockShape& shape) {
  test::Assembler assembler(Product::u55, 128);
  for (const Address sink : {0x1000, 0x2000}) {
    assembler.operation(convolution(map_of(16, Layout::nhwc, 0), map_of(4, layout, sink)));
  }
  const auto seen = [&](Address base) {
    return dense_map(shape.height, shape.width, shape.depth, 1, layout, 1, base);
  };
  Operation sum;
  sum.type = OperationType::elementwise;
  sum.elementwise = ElementwiseMode::add;
  sum.ifm = seen(0x1000);
  sum.ifm2 = seen(0x2000);
  sum.reads_ifm2 = true;
  sum.ofm = seen(0x3000);
  sum.block = {4, 4, 16};
  assembler.operation(sum).stop();
  DecodedFile file;
  file.streams.push_back(assembler.decode());
  return file;
}

std::vector<OperandView> views_of_sum(Layout layout, const BlockShape& shape) {
  const Target target = load_target("ethos-u55-128");
  Network lowered = lower(narrow_sum(), target);
  adopt_formats(lowered, file_with_sum(layout, shape), target);
  return lowered.operators.back().input_views;
}

TEST(CompiledFormats, ASumOfRowsHasTheShapeOfTheFile) {
  const std::vector<OperandView> views = views_of_sum(Layout::nhwc, {4, 4, 16});
  ASSERT_EQ(views.size(), 2U);
  EXPECT_EQ(views[0].shape, (std::vector<std::int32_t>{1, 4, 4, 16}));
  EXPECT_EQ(views[1].shape, views[0].shape);
}

TEST(CompiledFormats, ASumInItsOwnShapeOrInBricksKeepsItsShape) {
  EXPECT_TRUE(views_of_sum(Layout::nhwc, {8, 8, 4}).empty());
  EXPECT_TRUE(views_of_sum(Layout::nhcwb16, {4, 4, 16}).empty());
}

}  // namespace
}  // namespace spillway::ethosu
