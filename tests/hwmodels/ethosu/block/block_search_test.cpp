// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/block_search.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hwmodels/ethosu/block/cycles.h"
#include "hwmodels/ethosu/block/shram.h"
#include "hwmodels/ethosu/block/traffic.h"

namespace spillway::ethosu {
namespace {

NpuOp convolution(std::int32_t height, std::int32_t width, std::int32_t in, std::int32_t out,
                  std::int32_t kernel) {
  NpuOp op;
  op.operation.ifm = dense_map(height, width, in, 1, Layout::nhcwb16, 0, 0);
  op.operation.ofm = dense_map(height, width, out, 1, Layout::nhcwb16, 0, 0);
  op.operation.window.kernel_h = op.operation.window.kernel_w = kernel;
  op.operation.window.pad_top = op.operation.window.pad_left = kernel / 2;
  op.weight_elements = std::int64_t{in} * out * kernel * kernel;
  return op;
}

NpuOp arbitrary_convolution() {
  NpuOp op =
      convolution(*rc::gen::inRange(1, 65), *rc::gen::inRange(1, 65), *rc::gen::inRange(1, 200),
                  *rc::gen::inRange(1, 200), *rc::gen::inRange(1, 12));
  if (*rc::gen::arbitrary<bool>()) {
    op.operation.type = OperationType::depthwise;
    op.operation.ofm = op.operation.ifm;
  }
  return op;
}

Operation blocked(const NpuOp& op, const BlockConfig& blocks) {
  Operation operation = op.operation;
  set_blocks(blocks, operation);
  return operation;
}

Cycles array_cycles(const Config& config, const Operation& operation) {
  Cycles cycles = 0;
  for_each_block(operation, [&](const BlockPosition& at) {
    cycles += mac_array_cycles(config, operation, at.shape);
  });
  return cycles;
}

Bytes bytes_of(const std::vector<Access>& accesses) {
  Bytes bytes = 0;
  for (const Access& access : accesses) bytes += access.bytes();
  return bytes;
}

const Config& arbitrary_config() {
  return configs()[*rc::gen::inRange<std::size_t>(0, configs().size())];
}

const Config& arbitrary_config_without_ram() {
  return configs()[*rc::gen::suchThat(
      rc::gen::inRange<std::size_t>(0, configs().size()),
      [](std::size_t index) { return configs()[index].product != Product::u85; })];
}

bool is_whole(const BlockShape& block, const BlockShape& unit) {
  return block.height % unit.height == 0 && block.width % unit.width == 0;
}

RC_GTEST_PROP(EthosUBlockSearch, BlocksFitTheBufferAndAreWholeMicroblocks, ()) {
  const Config& config = arbitrary_config_without_ram();
  const NpuOp op = arbitrary_convolution();
  const BlockConfig blocks = find_block_config(config, op);
  // If output and kernel have one row each, the accumulators hold only one row of the block.
  const Operation& operation = op.operation;
  BlockShape held = blocks.ofm;
  if (operation.ofm.height == 1 && operation.window.kernel_h == 1) held.height = 1;
  RC_ASSERT(fits_shram(shram_rules(config, operation, false), held, blocks.ifm));
  RC_ASSERT(is_whole(blocks.ofm, config.microblock));
  RC_ASSERT(blocks.ofm.depth % config.microblock.depth == 0);
}

// The accumulator RAM stores channels in units of 16, with 4 bytes per accumulator.
RC_GTEST_PROP(EthosUBlockSearch, BlocksOfU85FitItsAccumulatorsAndAreWholeMicroblocks, ()) {
  const std::int32_t macs = 128 << *rc::gen::inRange(0, 5);
  const Config& config = find_config(Product::u85, macs);
  const BlockConfig blocks = find_block_config(config, arbitrary_convolution());
  RC_ASSERT(blocks.microblock.has_value());
  RC_ASSERT(is_whole(blocks.ofm, *blocks.microblock));
  const Bytes channels = (blocks.ofm.depth + 15) / 16 * 16;
  const Bytes accumulators = Bytes{blocks.ofm.height} * blocks.ofm.width * channels;
  RC_ASSERT(accumulators * 4 <= config.accumulator_ram_bytes);
}

// The cycles must grow if the output grows by whole blocks. They need not grow for smaller steps: a
// clipped block of a single microblock (part of a block that the array computes at a time) waits
// for its own accumulators, so a slightly larger block may take less time.
RC_GTEST_PROP(EthosUBlockSearch, ArrayCyclesGrowWithTheOutput, ()) {
  const Config& config = arbitrary_config();
  const NpuOp op = arbitrary_convolution();
  const Operation operation = blocked(op, find_block_config(config, op));
  Operation taller = operation;
  taller.ofm.height += operation.block.height * *rc::gen::inRange(1, 4);
  RC_ASSERT(array_cycles(config, taller) > array_cycles(config, operation));
  Operation deeper = operation;
  deeper.ofm.depth += operation.block.depth * *rc::gen::inRange(1, 4);
  RC_ASSERT(array_cycles(config, deeper) > array_cycles(config, operation));
}

RC_GTEST_PROP(EthosUBlockSearch, TheWholeOutputIsWrittenOnceAndTheInputReadAtLeastOnce, ()) {
  const Config& config = arbitrary_config();
  const NpuOp op = arbitrary_convolution();
  const Operation operation = blocked(op, find_block_config(config, op));
  std::vector<Access> reads;
  std::vector<Access> writes;
  for_each_block(operation, [&](const BlockPosition& at) {
    append_reads(config, operation, at, reads);
    append_writes(operation, at, writes);
  });
  const auto stored = [](const FeatureMap& map) { return map.stride_y * map.height; };
  RC_ASSERT(bytes_of(writes) >= stored(operation.ofm));
  RC_ASSERT(bytes_of(reads) >= stored(operation.ifm));
}

TEST(EthosUBlockSearch, SeventeenChannelsCostAsManyBytesAsThirtyTwo) {
  const Config& config = find_config(Product::u55, 128);
  const auto written = [&](std::int32_t channels) {
    const NpuOp op = convolution(16, 16, 16, channels, 1);
    const Operation operation = blocked(op, find_block_config(config, op));
    std::vector<Access> writes;
    for_each_block(operation,
                   [&](const BlockPosition& at) { append_writes(operation, at, writes); });
    return bytes_of(writes);
  };
  EXPECT_EQ(written(17), written(32));
  EXPECT_EQ(written(17), 2 * written(16));
}

TEST(EthosUBlockSearch, ShallowInputsTakeThePartKernelFirst) {
  const Config& config = find_config(Product::u55, 128);
  EXPECT_TRUE(find_block_config(config, convolution(32, 32, 3, 16, 3)).part_kernel);
  EXPECT_FALSE(find_block_config(config, convolution(32, 32, 32, 16, 3)).part_kernel);
  // With 48 input channels, part-kernel-first traversal uses the MAC array at least as well as
  // depth-first traversal. The search then chooses part-kernel first.
  EXPECT_TRUE(find_block_config(config, convolution(32, 32, 48, 16, 3)).part_kernel);
  EXPECT_FALSE(find_block_config(config, convolution(32, 32, 64, 16, 1)).part_kernel);
}

}  // namespace
}  // namespace spillway::ethosu
