// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/stream/decode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hwmodels/ethosu/stream/totals.h"
#include "tests/hwmodels/ethosu/stream/assembler.h"

namespace spillway::ethosu {
namespace {

using test::Assembler;
using test::small_convolution;

Operation only_operation(const Assembler& assembler, Bytes region_bytes = Bytes{1} << 20) {
  return assembler.decode(region_bytes).operations.at(0);
}

void expect_same_map(const FeatureMap& a, const FeatureMap& b) {
  EXPECT_EQ(a.height, b.height);
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.depth, b.depth);
  EXPECT_EQ(a.element_bytes, b.element_bytes);
  EXPECT_EQ(a.layout, b.layout);
  EXPECT_EQ(a.tiling, b.tiling);
  EXPECT_EQ(a.base, b.base);
  EXPECT_EQ(a.width0, b.width0);
  EXPECT_EQ(a.height0, b.height0);
  EXPECT_EQ(a.height1, b.height1);
  EXPECT_EQ(a.stride_y, b.stride_y);
  EXPECT_EQ(a.stride_x, b.stride_x);
  EXPECT_EQ(a.stride_c, b.stride_c);
}

Bytes ifm_bytes(Product product, int macs, const Operation& op) {
  return operation_totals(find_config(product, macs), op).ifm;
}

TEST(Decode, RegistersPersistFromOneOperationToTheNext) {
  Assembler assembler(Product::u55, 128);
  assembler.operation(small_convolution()).cmd0(Command0::conv, 0).stop();
  const DecodedStream stream = assembler.decode();
  ASSERT_EQ(stream.operations.size(), 2U);
  expect_same_map(stream.operations[0].ifm, stream.operations[1].ifm);
  EXPECT_EQ(stream.operations[1].weights[0].length, 512);
}

TEST(Decode, AddressesHaveFortyBitsAndStridesASign) {
  Operation op = small_convolution();
  constexpr Address high = 0x80'1234'5670;
  op.ifm.base.fill(high);
  op.ifm.stride_y = -op.ifm.stride_y;
  Assembler assembler(Product::u65, 256);
  assembler.operation(op).stop();
  const Operation decoded = only_operation(assembler, Bytes{1} << 40);
  EXPECT_EQ(decoded.ifm.base[0], high);
  EXPECT_EQ(decoded.ifm.stride_y, op.ifm.stride_y);
}

TEST(Decode, RollingBuffersKeepTheirTiles) {
  Operation op = small_convolution();
  op.ifm.height0 = 5;
  op.ifm.height1 = 5;
  op.ifm.base = {0x2000, 0x3000, 0x1800, 0x3800};
  Assembler assembler(Product::u55, 128);
  assembler.operation(op).stop();
  const Operation decoded = only_operation(assembler);
  expect_same_map(decoded.ifm, op.ifm);
  EXPECT_EQ(ifm_bytes(Product::u55, 128, decoded), 8 * 8 * 16);
}

TEST(Decode, StackedTilesAreThoseOfU85) {
  Operation op = small_convolution();
  op.microblock = BlockShape{2, 2, 8};
  op.ifm.tiling = Tiling::stacked;
  op.ifm.height0 = 3;
  op.ifm.height1 = 6;
  op.ifm.base = {0x2000, 0x3000, 0x1800, 0x3800};
  Assembler assembler(Product::u85, 256);
  assembler.operation(op).stop();
  const Operation decoded = only_operation(assembler);
  expect_same_map(decoded.ifm, op.ifm);
  ASSERT_TRUE(decoded.microblock.has_value());
  EXPECT_EQ(*decoded.microblock, (BlockShape{2, 2, 8}));
}

TEST(Decode, DilationGivesTapsFromTheExtent) {
  Operation op = small_convolution();
  op.window.kernel_h = op.window.kernel_w = 3;
  op.window.dilation_h = op.window.dilation_w = 2;
  op.window.pad_top = op.window.pad_bottom = op.window.pad_left = op.window.pad_right = 2;
  Assembler assembler(Product::u55, 128);
  assembler.operation(op).stop();
  const Operation decoded = only_operation(assembler);
  EXPECT_EQ(decoded.window.kernel_h, 3);
  EXPECT_EQ(decoded.window.kernel_w, 3);
  EXPECT_EQ(decoded.window.dilation_h, 2);
  EXPECT_EQ(decoded.ifm.height, 8);
  EXPECT_EQ(decoded.ifm.width, 8);
}

TEST(Decode, StridesAboveTwoUseTheirUpperBits) {
  for (const int stride : {1, 2, 3, 4}) {
    Operation op = small_convolution();
    op.window.stride_h = stride;
    op.window.stride_w = 5 - stride;
    op.ofm = dense_map(2, 2, 32, 1, Layout::nhcwb16, 1, 0x1000);
    Assembler assembler(Product::u55, 128);
    assembler.operation(op).stop();
    const Operation decoded = only_operation(assembler);
    EXPECT_EQ(decoded.window.stride_h, stride);
    EXPECT_EQ(decoded.window.stride_w, 5 - stride);
    EXPECT_EQ(decoded.ifm.height, stride + 1);
  }
}

TEST(Decode, UpscalingHalvesTheStoredMap) {
  for (const Upscale upscale : {Upscale::nearest, Upscale::zeros}) {
    Operation op = small_convolution();
    op.upscale = upscale;
    op.ifm = dense_map(4, 4, 16, 1, Layout::nhcwb16, 1, 0);
    Assembler assembler(Product::u55, 128);
    assembler.operation(op).stop();
    const Operation decoded = only_operation(assembler);
    EXPECT_EQ(decoded.upscale, upscale);
    EXPECT_EQ(decoded.ifm.height, 4);
    EXPECT_EQ(ifm_bytes(Product::u55, 128, decoded), 4 * 4 * 16);
  }
}

TEST(Decode, BroadcastAndScalarOperandsReadOnlyTheirOwnElements) {
  Operation op;
  op.type = OperationType::elementwise;
  op.elementwise = ElementwiseMode::mul;
  op.ifm = dense_map(8, 8, 16, 1, Layout::nhcwb16, 1, 0);
  op.ofm = dense_map(8, 8, 16, 1, Layout::nhcwb16, 1, 0x1000);
  op.ifm2 = dense_map(1, 1, 16, 1, Layout::nhcwb16, 0, 0x400);
  op.reads_ifm2 = true;
  op.block = {4, 8, 16};
  const Config& config = find_config(Product::u55, 128);
  Assembler broadcast(Product::u55, 128);
  broadcast.operation(op).stop();
  EXPECT_EQ(operation_totals(config, only_operation(broadcast)).ifm2, 2 * 16);
  op.reads_ifm2 = false;
  Assembler scalar(Product::u55, 128);
  scalar.operation(op).stop();
  EXPECT_FALSE(only_operation(scalar).reads_ifm2);
  EXPECT_EQ(operation_totals(config, only_operation(scalar)).ifm2, 0);
}

TEST(Decode, TheSecondCoreBringsItsOwnWeightsAndScales) {
  Operation op = small_convolution();
  op.active_cores = 2;
  op.weights[1] = {0x400, 480, 0};
  op.scales[1] = {0x800, 176, 0};
  Assembler assembler(Product::u65, 512);
  assembler.operation(op).stop();
  const Operation decoded = only_operation(assembler);
  const OperationTotals totals = operation_totals(find_config(Product::u65, 512), decoded);
  EXPECT_EQ(totals.weights, 2 * (512 + 480));
  EXPECT_EQ(totals.scales, 2 * (160 + 176));
  op.active_cores = 1;
  Assembler one(Product::u65, 512);
  one.operation(op).stop();
  EXPECT_EQ(only_operation(one).weights[1].length, 0);
}

TEST(Decode, AChainedMapCausesNoTraffic) {
  Operation conv = small_convolution();
  conv.ofm.tiling = Tiling::none;
  conv.microblock = BlockShape{1, 1, 32};
  Operation add;
  add.type = OperationType::elementwise;
  add.ifm = dense_map(8, 8, 32, 1, Layout::nhcwb16, 1, 0);
  add.ifm2 = conv.ofm;
  add.reads_ifm2 = true;
  add.ofm = dense_map(8, 8, 32, 1, Layout::nhcwb16, 1, 0x2000);
  add.block = {4, 8, 16};
  add.microblock = conv.microblock;
  Assembler assembler(Product::u85, 256);
  assembler.operation(conv).operation(add).stop();
  const DecodedStream stream = assembler.decode();
  const Config& config = find_config(Product::u85, 256);
  EXPECT_EQ(operation_totals(config, stream.operations.at(0)).ofm, 0);
  EXPECT_EQ(operation_totals(config, stream.operations.at(1)).ifm2, 0);
  EXPECT_EQ(operation_totals(config, stream.operations.at(1)).ifm, 8 * 8 * 32);
}

TEST(Decode, ReadsDmaInTwoAndThreeDimensionsAndIntoTheProcessor) {
  Assembler assembler(Product::u65, 256);
  constexpr int three_dimensions = 2 << 9;
  constexpr int internal = 1 << 8;
  assembler.cmd0(Command0::dma0_size0, 3).cmd0(Command0::dma0_size1, 2);
  assembler.cmd1(Command1::dma0_skip0, 16).cmd1(Command1::dma0_skip1, 64);
  assembler.dma(0 | three_dimensions, 0x100, 1, 0x200, 32);
  assembler.dma(0, 0x100, 3 | internal, 0, 2048).stop();
  const DecodedStream stream = assembler.decode();
  const DmaCommand& dma = stream.transfers.at(0);
  EXPECT_EQ(dma.source.bytes(), 32 * 3 * 2);
  EXPECT_EQ(dma.destination.bytes(), dma.source.bytes());
  EXPECT_EQ(dma.source.row_stride, 32 + 16);
  EXPECT_EQ(dma.source.plane_stride, 3 * 48 + 64);
  EXPECT_EQ(dma.destination.row_stride, 32);
  EXPECT_EQ(dma.destination.plane_stride, 96);
  EXPECT_TRUE(stream.transfers.at(1).internal);
}

TEST(Decode, U85GivesDmaStridesForEachSide) {
  Assembler assembler(Product::u85, 256);
  constexpr int two_dimensions = 1 << 9;
  assembler.cmd0(Command0::dma0_size0, 4);
  assembler.cmd1(Command1::dma0_skip0, 128).cmd1(Command1::dma0_dst_stride0, 96);
  assembler.dma(0 | two_dimensions, 0, 1 | two_dimensions, 0, 64).stop();
  const DecodedStream stream = assembler.decode();
  EXPECT_EQ(stream.transfers.at(0).source.row_stride, 128);
  EXPECT_EQ(stream.transfers.at(0).destination.row_stride, 96);
}

RC_GTEST_PROP(Decode, ReproducesEveryAssembledOperation, ()) {
  Operation op = small_convolution();
  op.type = *rc::gen::element(OperationType::conv, OperationType::depthwise, OperationType::pool);
  op.pool = *rc::gen::element(PoolMode::max, PoolMode::average);
  if (op.type == OperationType::pool) op.weights[0] = op.scales[0] = {};
  op.window.kernel_h = *rc::gen::inRange(1, 12);
  op.window.kernel_w = *rc::gen::inRange(1, 12);
  op.window.stride_h = *rc::gen::inRange(1, 4);
  op.window.stride_w = *rc::gen::inRange(1, 4);
  op.part_kernel = *rc::gen::arbitrary<bool>();
  op.ofm = dense_map(*rc::gen::inRange(1, 12), *rc::gen::inRange(1, 12), *rc::gen::inRange(1, 40),
                     *rc::gen::element(1, 2, 4), *rc::gen::element(Layout::nhwc, Layout::nhcwb16),
                     2, 0x8000);
  const int height = (op.ofm.height - 1) * op.window.stride_h + op.window.extent_h();
  const int width = (op.ofm.width - 1) * op.window.stride_w + op.window.extent_w();
  op.ifm = dense_map(height, width, *rc::gen::inRange(1, 40), *rc::gen::element(1, 2),
                     *rc::gen::element(Layout::nhwc, Layout::nhcwb16), 1, 0);
  op.block = {*rc::gen::inRange(1, 8), *rc::gen::inRange(1, 8), *rc::gen::inRange(1, 33)};
  op.block_dependency = *rc::gen::inRange(0, 4);
  Assembler assembler(Product::u55, 128);
  assembler.operation(op).stop();
  const Operation decoded = only_operation(assembler);
  expect_same_map(decoded.ifm, op.ifm);
  expect_same_map(decoded.ofm, op.ofm);
  RC_ASSERT(decoded.block == op.block);
  RC_ASSERT(decoded.part_kernel == op.part_kernel);
  RC_ASSERT(decoded.block_dependency == op.block_dependency);
  RC_ASSERT(macs(decoded) == macs(op));
  const Config& config = find_config(Product::u55, 128);
  RC_ASSERT(operation_totals(config, decoded).ifm == operation_totals(config, op).ifm);
  RC_ASSERT(operation_totals(config, decoded).weights == operation_totals(config, op).weights);
}

}  // namespace
}  // namespace spillway::ethosu
