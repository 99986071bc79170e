// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "hwmodels/ethosu/block/cycles.h"
#include "hwmodels/ethosu/block/traffic.h"

namespace spillway::ethosu {
namespace {

const Config& u55_128() { return find_config(Product::u55, 128); }

// Returns the first convolution of Arm's published keyword-spotting network, compiled for U55-128.
Operation first_convolution() {
  Operation op;
  op.ifm = dense_map(49, 10, 1, 1, Layout::nhwc, 1, 70560);
  op.ofm = dense_map(49, 10, 16, 1, Layout::nhcwb16, 1, 0);
  op.window.kernel_h = 10;
  op.window.kernel_w = 4;
  op.window.pad_top = 4;
  op.window.pad_bottom = 5;
  op.window.pad_left = 1;
  op.window.pad_right = 2;
  op.part_kernel = true;
  op.block = {11, 10, 16};
  op.weights[0] = {71216, 944, 1};
  op.scales[0] = {71056, 160, 1};
  op.activation = ActivationWork::clamp;
  return op;
}

struct Totals {
  Cycles dpu = 0;
  double output = 0;
  Bytes ifm = 0, weights = 0, scales = 0, ofm = 0;
};

Totals totals(const Config& config, const Operation& op) {
  Totals sum;
  for_each_block(op, [&](const BlockPosition& at) {
    sum.dpu += mac_array_cycles(config, op, at.shape);
    sum.output += output_cycles(config, op, at.shape);
    std::vector<Access> accesses;
    append_reads(config, op, at, accesses);
    append_writes(op, at, accesses);
    for (const Access& access : accesses) {
      const Bytes bytes = bytes_on_bus(access, config.beat_bytes);
      if (access.data == DataClass::ifm) sum.ifm += bytes;
      if (access.data == DataClass::weights) sum.weights += bytes;
      if (access.data == DataClass::scales) sum.scales += bytes;
      if (access.data == DataClass::ofm) sum.ofm += bytes;
    }
  });
  return sum;
}

TEST(Operation, MatchesThePublishedFirstConvolutionOfKeywordSpotting) {
  const Operation op = first_convolution();
  const Totals sum = totals(u55_128(), op);
  EXPECT_EQ(block_count(op), 5);
  EXPECT_EQ(macs(op), 313600);
  EXPECT_EQ(sum.dpu, 19600);
  EXPECT_DOUBLE_EQ(sum.output, 3920.0);
  EXPECT_EQ(sum.ifm, 2016);
  EXPECT_EQ(sum.weights, 4720);
  EXPECT_EQ(sum.scales, 800);
  EXPECT_EQ(sum.ofm, 7840);
}

TEST(Operation, ConstantsAreDividedAmongDepthBlocksWithoutLoss) {
  Operation op = first_convolution();
  op.ofm = dense_map(49, 10, 124, 1, Layout::nhcwb16, 1, 0);
  op.weights[0] = {80816, 7264, 1};
  op.scales[0] = {79568, 1248, 1};
  const Totals sum = totals(u55_128(), op);
  EXPECT_EQ(sum.weights, 5 * 7264);
  EXPECT_EQ(sum.scales, 5 * 1248);
}

TEST(Operation, AnIfmThatFitsTheBufferIsReadOncePerColumn) {
  Operation op;
  op.ifm = dense_map(8, 8, 32, 1, Layout::nhcwb16, 1, 0);
  op.ofm = dense_map(8, 8, 64, 1, Layout::nhcwb16, 1, 4096);
  op.block = {8, 8, 16};
  EXPECT_EQ(totals(u55_128(), op).ifm, 8 * 8 * 32);
  // The double buffer holds two IFM blocks. An IFM of 48 channels has two IFM blocks, so it is read
  // only once.
  op.ifm = dense_map(8, 8, 48, 1, Layout::nhcwb16, 1, 0);
  EXPECT_EQ(totals(u55_128(), op).ifm, 8 * 8 * 48);
  op.ifm = dense_map(8, 8, 96, 1, Layout::nhcwb16, 1, 0);
  EXPECT_EQ(totals(u55_128(), op).ifm, 4 * 8 * 8 * 96);
  op.part_kernel = true;  // with part-kernel first, the IFM is read in blocks of 16 channels
  op.ifm = dense_map(8, 8, 48, 1, Layout::nhcwb16, 1, 0);
  EXPECT_EQ(totals(u55_128(), op).ifm, 4 * 8 * 8 * 48);
}

TEST(Operation, DilatedTapsReadTheSpanBetweenThem) {
  Operation op;
  op.ifm = dense_map(9, 1, 16, 1, Layout::nhcwb16, 1, 0);
  op.ofm = dense_map(5, 1, 16, 1, Layout::nhcwb16, 1, 4096);
  op.window.kernel_h = 3;
  op.window.dilation_h = 2;
  op.block = {5, 1, 16};
  EXPECT_EQ(totals(u55_128(), op).ifm, 9 * 16);
}

TEST(Operation, UpscalingReadsOnlyStoredRows) {
  Operation op;
  op.ifm = dense_map(4, 4, 16, 1, Layout::nhcwb16, 1, 0);
  op.ofm = dense_map(8, 8, 16, 1, Layout::nhcwb16, 1, 4096);
  op.block = {2, 8, 16};
  op.upscale = Upscale::nearest;
  EXPECT_EQ(totals(u55_128(), op).ifm, 4 * 4 * 16);
  op.upscale = Upscale::zeros;
  EXPECT_EQ(totals(u55_128(), op).ifm, 4 * 4 * 16);
}

TEST(Operation, BroadcastOperandsAreReadAsOneRowColumnOrChannel) {
  Operation op;
  op.type = OperationType::elementwise;
  op.ifm = dense_map(6, 4, 16, 1, Layout::nhcwb16, 1, 0);
  op.ofm = op.ifm;
  op.ifm2 = dense_map(1, 4, 16, 1, Layout::nhcwb16, 1, 1024);
  op.reads_ifm2 = true;
  op.block = {2, 4, 16};
  std::vector<Access> accesses;
  append_reads(u55_128(), op, {2, 0, 0, {2, 4, 16}}, accesses);
  ASSERT_EQ(accesses.size(), 2U);
  EXPECT_EQ(accesses[0].bytes(), 2 * 4 * 16);
  EXPECT_EQ(accesses[1].bytes(), 4 * 16);
  EXPECT_EQ(accesses[1].address, 1024U);
}

TEST(Operation, ATransposedOfmIsWrittenWhereItIsStored) {
  Operation op;
  op.ifm = dense_map(2, 6, 16, 1, Layout::nhcwb16, 1, 0);
  // In memory, the OFM has 6 rows and 2 columns, which determine the strides. The height and width
  // of `ofm` are those before the transpose: 2 and 6.
  op.ofm = dense_map(6, 2, 16, 1, Layout::nhwc, 1, 0x1000);
  op.ofm.height = 2;
  op.ofm.width = 6;
  op.transpose = Transpose::whc;
  op.block = {1, 6, 16};
  EXPECT_EQ(stored_ofm(op).height, 6);
  EXPECT_EQ(stored_ofm(op).width, 2);
  std::vector<Access> accesses;
  append_writes(op, {1, 0, 0, {1, 6, 16}}, accesses);
  ASSERT_EQ(accesses.size(), 1U);
  EXPECT_EQ(accesses[0].address, 0x1000U + 16);
  EXPECT_EQ(accesses[0].bytes(), 6 * 16);
  EXPECT_EQ(accesses[0].row_stride, 2 * 16);
}

TEST(Cycles, TwoCoresShareTheArrayWork) {
  const Operation op = first_convolution();
  const BlockShape shape{10, 10, 16};
  EXPECT_EQ(2 * mac_array_cycles(find_config(Product::u65, 512), op, shape),
            mac_array_cycles(find_config(Product::u65, 256), op, shape));
}

// Each of the two cores computes four of the eight channels of a block. Four channels fill only
// half of a core's microblock (part of a block that the array computes at a time), but take as long
// as a full microblock.
TEST(Cycles, TwoCoresTakeAsLongAsOneForABlockThatIsOneMicroblockDeep) {
  const Config& one = find_config(Product::u65, 256);
  const Config& two = find_config(Product::u65, 512);
  const Operation op = first_convolution();
  const BlockShape shallow{10, 10, 8};
  EXPECT_EQ(mac_array_cycles(two, op, shallow), mac_array_cycles(one, op, shallow));
  EXPECT_EQ(output_cycles(two, op, shallow), output_cycles(one, op, shallow));
  // A block of 24 channels is three microblocks deep for one core. For two cores, it is two
  // microblocks deep on each core.
  const BlockShape odd{10, 10, 24};
  EXPECT_EQ(3 * mac_array_cycles(two, op, odd), 2 * mac_array_cycles(one, op, odd));
  EXPECT_EQ(3 * output_cycles(two, op, odd), 2 * output_cycles(one, op, odd));
}

TEST(Cycles, ResultsOfFourChannelsTakeAsLongAsThoseOfEightExceptOnU85) {
  const Operation op = first_convolution();
  const BlockShape four{10, 10, 4}, eight{10, 10, 8}, twelve{10, 10, 12}, sixteen{10, 10, 16};
  for (const Config& config : configs()) {
    if (config.product == Product::u85) {
      EXPECT_EQ(2 * output_cycles(config, op, four), output_cycles(config, op, eight));
      continue;
    }
    EXPECT_EQ(output_cycles(config, op, four), output_cycles(config, op, eight)) << config.name;
    EXPECT_EQ(output_cycles(config, op, twelve), output_cycles(config, op, sixteen)) << config.name;
  }
}

// An elementwise block that the NPU divides into sub-blocks can begin before all its operands are
// read. Only U85 divides elementwise blocks.
TEST(Cycles, OnlyU85BeginsElementwiseBlocksBeforeAllOperandsHaveArrived) {
  Operation op = first_convolution();
  op.type = OperationType::elementwise;
  for (const Config& config : configs()) {
    const bool streams = config.product == Product::u85;
    EXPECT_EQ(sub_block_count(config, op) > 1, streams) << config.name;
  }
}

// The block has one pixel with 64 input channels and 16 output channels, which are two microblocks
// (parts of a block that the array computes at a time). For each microblock and each step of 16
// input channels, the array computes for two cycles. Each of these cycles needs 8 x 8 weights, but
// the weight decoder of U85 delivers only eight weights per cycle. So each of these cycles takes
// eight cycles, and in seven of them the array waits.
TEST(Cycles, TheArrayWaitsForTheWeightDecoderWhereMapsAreSmall) {
  Operation op;
  op.type = OperationType::conv;
  op.ifm = dense_map(1, 1, 64, 1, Layout::nhwc, 0, 0);
  op.ofm = dense_map(1, 1, 16, 1, Layout::nhwc, 0, 0);
  const Config& u85 = find_config(Product::u85, 256);
  const BlockShape pixel{1, 1, 16};
  EXPECT_EQ(mac_array_cycles(u85, op, pixel), 4 * 2 * 2 * 8);
  EXPECT_EQ(block_decoder_wait(u85, op, pixel), 4 * 2 * 2 * (8 - 1));
  const Config& u55 = find_config(Product::u55, 128);
  const Cycles work = mac_array_cycles(u55, op, pixel);
  EXPECT_GT(block_decoder_wait(u55, op, pixel), 0);
  EXPECT_LT(block_decoder_wait(u55, op, pixel), work);
  const BlockShape image{16, 16, 16};
  const auto changes = static_cast<Cycles>(4 * 2 * 2 * 1.15);
  EXPECT_EQ(block_decoder_wait(u85, op, image), changes)
      << "1.15 cycles per step to change weights";
  EXPECT_EQ(block_decoder_wait(u55, op, image), 0);
  op.type = OperationType::pool;
  EXPECT_EQ(block_decoder_wait(u85, op, pixel), 0) << "no weights";
}

// The block is a row of eight pixels with 16 channels, which are four microblocks (parts of a block
// that the array computes at a time) of channels. The array takes 32 cycles for each microblock of
// channels. With accumulators of 40 bits, the array waits another 7 cycles for each microblock of
// channels.
TEST(Cycles, TheSmallestArrayWaitsBetweenTheDepthsOfARowOfWideAccumulators) {
  Operation op;
  op.ifm = dense_map(1, 8, 16, 2, Layout::nhwc, 0, 0);
  op.ofm = op.ifm;
  const Config& smallest = find_config(Product::u55, 32);
  EXPECT_EQ(mac_array_cycles(smallest, op, {1, 8, 16}), 4 * 32);
  op.wide_accumulator = true;
  EXPECT_EQ(mac_array_cycles(smallest, op, {1, 8, 16}), 4 * (32 + 7));
  EXPECT_EQ(mac_array_cycles(smallest, op, {2, 8, 16}), 4 * 64) << "two rows hide it";
}

// The pool has a window of 9x9 and an output of 6x6 pixels. U85 divides each side of the window
// into sub-kernels of 8 taps and 1 tap, and reads the input pixels of each sub-kernel.
TEST(Traffic, PoolsOnAU85ReadTheirIfmPerSubKernel) {
  Operation op;
  op.type = OperationType::pool;
  op.pool = PoolMode::max;
  op.ifm = dense_map(6, 6, 48, 1, Layout::nhcwb16, 1, 0);
  op.ofm = dense_map(6, 6, 48, 1, Layout::nhcwb16, 1, 4096);
  op.window.kernel_h = op.window.kernel_w = 9;
  op.window.pad_top = op.window.pad_bottom = op.window.pad_left = op.window.pad_right = 4;
  op.block = {6, 6, 48};
  const Bytes pixel = 48;
  EXPECT_EQ(totals(find_config(Product::u85, 256), op).ifm, (36 + 12 + 12 + 12) * pixel);
  op.block = {4, 6, 48};
  EXPECT_EQ(totals(find_config(Product::u85, 128), op).ifm, (72 + 36 + 12) * pixel);
}

// The input has 64 pixels of 18 bricks, which are 18 KiB, but the IFM RAM has only 16 KiB: 16
// bricks of each pixel. 15 bricks of each pixel stay in the RAM; the space of the 16th brick is
// used for the other 18 - 15 = 3 bricks, one after the other. The output has two blocks of
// channels. For the first block, all 18 bricks of each pixel are read; for the second block, only
// the 3 bricks that did not stay.
TEST(Traffic, OnlyBricksThatDoNotFitTheIfmRamAreReadAgain) {
  Operation op;
  op.ifm = dense_map(8, 8, 288, 1, Layout::nhcwb16, 1, 0);
  op.ofm = dense_map(8, 8, 32, 1, Layout::nhcwb16, 1, 32768);
  op.block = {8, 8, 16};
  EXPECT_EQ(totals(find_config(Product::u85, 512), op).ifm, (18 + 3) * 64 * 16);
}

TEST(Cycles, KernelsOfOneTapReadBricksAtALimitedRate) {
  Operation op;
  op.ifm = dense_map(48, 48, 24, 1, Layout::nhcwb16, 1, 0);
  op.ofm = dense_map(48, 48, 8, 1, Layout::nhcwb16, 1, 65536);
  const BlockShape shape{16, 16, 16};
  // The input of a block has 256 pixels of two bricks (16 channels of a pixel each). Each brick
  // takes 1.4 cycles.
  EXPECT_EQ(ifm_input_cycles(find_config(Product::u85, 512), op, shape), 716);
  EXPECT_EQ(ifm_input_cycles(find_config(Product::u85, 256), op, shape), 0);
  EXPECT_EQ(ifm_input_cycles(find_config(Product::u65, 512), op, shape), 0);
  op.window.kernel_h = 3;
  EXPECT_EQ(ifm_input_cycles(find_config(Product::u85, 512), op, shape), 0);
}

TEST(Configs, AreFoundByProductAndSize) {
  for (const Config& config : configs()) {
    EXPECT_EQ(&find_config(config.product, config.macs), &config);
    EXPECT_EQ(config.microblock.elements() * 8 * config.cores, config.macs) << config.name;
  }
  EXPECT_ANY_THROW(find_config(Product::u55, 512));
}

}  // namespace
}  // namespace spillway::ethosu
