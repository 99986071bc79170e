// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/block_dependency.h"

#include <gtest/gtest.h>

#include "hwmodels/ethosu/stream/decode.h"
#include "tests/reference.h"
#include "traces/tflite/reader.h"

namespace spillway::ethosu {
namespace {

const Config& u55() { return find_config(Product::u55, 128); }

constexpr Address map_at = 0x4000;

// Returns a kernel that writes a map of 8x8x64 in four blocks of 16 channels.
Operation writer() {
  Operation op;
  op.type = OperationType::depthwise;
  op.ifm = dense_map(8, 8, 64, 1, Layout::nhcwb16, 1, 0);
  op.ofm = dense_map(8, 8, 64, 1, Layout::nhcwb16, 1, map_at);
  op.block = {8, 8, 16};
  return op;
}

Operation reader(OperationType type, const BlockShape& block) {
  Operation op;
  op.type = type;
  op.ifm = dense_map(8, 8, 64, 1, Layout::nhcwb16, 1, map_at);
  op.ofm = dense_map(8, 8, 64, 1, Layout::nhcwb16, 1, 0x8000);
  op.block = block;
  return op;
}

std::int32_t after_writer(const Operation& op) { return block_dependency(u55(), writer(), op); }

TEST(EthosUBlockDependency, OperationsThatShareNoDataGetTheLargestDependency) {
  Operation apart = reader(OperationType::conv, {8, 8, 64});
  apart.ifm.base[0] = 0xC000;
  EXPECT_EQ(after_writer(apart), 3);
}

TEST(EthosUBlockDependency, AConvolutionTakesItsInputInStepsOf32Channels) {
  // A convolution reads its input in steps of 32 channels. The block dependency is the number of
  // the writer's blocks that may be unfinished when the first step starts; at each later step, one
  // block fewer may be unfinished. The first step needs the first two of the writer's four blocks,
  // so two blocks may be unfinished. The second step needs all four blocks, so only one block may
  // be unfinished at the first step.
  EXPECT_EQ(after_writer(reader(OperationType::conv, {8, 8, 64})), 1);
}

TEST(EthosUBlockDependency, OtherOperationsReadAllChannelsAtOnce) {
  EXPECT_EQ(after_writer(reader(OperationType::depthwise, {8, 8, 16})), 0);
  EXPECT_EQ(after_writer(reader(OperationType::elementwise, {8, 8, 16})), 0);
}

TEST(EthosUBlockDependency, DependsOnTheBlockThatWroteTheNeededPart) {
  // `rows` writes rows 8 to 15 of a map of 16 rows. `op` reads this map in blocks of 4 rows.
  Operation rows = writer();
  rows.ofm.base[0] += static_cast<Address>(8 * rows.ofm.stride_y);
  Operation op = reader(OperationType::depthwise, {4, 8, 64});
  op.ifm = dense_map(16, 8, 64, 1, Layout::nhcwb16, 1, map_at);
  op.ofm = dense_map(16, 8, 64, 1, Layout::nhcwb16, 1, 0x8000);
  EXPECT_EQ(block_dependency(u55(), rows, op), 2) << "the third block is the first that meets it";
  EXPECT_EQ(block_dependency(u55(), rows, op, DependencyRule::as_compiled), 1)
      << "the second block ends where the lower half begins, and the row behind it counts";
  rows.ofm.base[0] = map_at;
  EXPECT_EQ(block_dependency(u55(), rows, op), 0);
}

// The kernel `stripe` writes the last three rows of a map as one block. By the rule of the
// compiler, `stripe` also counts as the writer of the block above these rows, although the
// preceding stripe has written that block. So the block dependency (how many blocks of the previous
// kernel may be unfinished) is 1 instead of 2.
TEST(EthosUBlockDependency, TheCompilerAlsoLooksAtTheBlockAboveAStripe) {
  Operation stripe = writer();
  stripe.ofm = dense_map(3, 24, 32, 1, Layout::nhcwb16, 1, map_at);
  stripe.ofm.base[0] += static_cast<Address>(21 * stripe.ofm.stride_y);
  stripe.block = {4, 24, 32};
  Operation op = reader(OperationType::depthwise, {8, 8, 32});
  op.ifm = dense_map(24, 24, 32, 1, Layout::nhcwb16, 1, map_at);
  op.ofm = dense_map(12, 12, 32, 1, Layout::nhcwb16, 1, 0x8000);
  op.window.kernel_h = op.window.kernel_w = 3;
  op.window.stride_h = op.window.stride_w = 2;
  op.window.pad_bottom = op.window.pad_right = 1;
  EXPECT_EQ(block_dependency(u55(), stripe, op), 2);
  EXPECT_EQ(block_dependency(u55(), stripe, op, DependencyRule::as_compiled), 1);
}

TEST(EthosUBlockDependency, TwoOperandsOfTheSameMapWaitForAllOfIt) {
  Operation both = reader(OperationType::elementwise, {8, 8, 16});
  both.ifm2 = both.ifm;
  both.reads_ifm2 = true;
  EXPECT_EQ(after_writer(both), 0);
}

struct Agreement {
  int equal = 0;
  int operations = 0;

  void count(bool same) {
    equal += same ? 1 : 0;
    ++operations;
  }
};

bool reads_whole_result(const Operation& before, const Operation& op) {
  return op.ifm.base[0] == before.ofm.base[0] && op.ifm.height == before.ofm.height &&
         op.ifm.width == before.ofm.width && op.ifm.depth == before.ofm.depth;
}

// Compares block_dependency() with the dependencies in a compiled file, operation by operation.
// `whole` counts the operations that read the whole result of the preceding operation. `others`
// counts all other operations, for example those that read a slice, a stripe or an older map.
void compare(const std::string& name, Agreement& whole, Agreement& others) {
  const DecodedFile file =
      decode(read_tflite(test::shared_path("models/compiled/" + name + ".tflite")));
  for (const DecodedStream& stream : file.streams) {
    const Config& config = find_config(stream.payload.product, stream.payload.macs);
    for (std::size_t i = 1; i < stream.operations.size(); ++i) {
      const Operation& before = stream.operations[i - 1];
      const Operation& op = stream.operations[i];
      const bool same =
          block_dependency(config, before, op, DependencyRule::as_compiled) == op.block_dependency;
      (reads_whole_result(before, op) ? whole : others).count(same);
    }
  }
}

TEST(EthosUBlockDependency, IsWhatTheCompilerSets) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  Agreement whole;
  Agreement others;
  for (const char* name :
       {"kws_micronet_m_H128", "mit_detection__u55-128__Shared_Sram",
        "mit_detection__u65-256__Dedicated_Sram__64K", "mlperf_kws__u55-128__Shared_Sram",
        "mlperf_resnet_quant__u55-128__Shared_Sram", "mlperf_vww96__u55-128__Shared_Sram",
        "mlperf_vww96__u55-256__Sram_Only", "mlperf_vww96__u65-256__Dedicated_Sram__128K",
        "mlperf_vww96__u65-256__Dedicated_Sram__64K", "mlperf_vww96__u65-512__Dedicated_Sram__384K",
        "tflm_mobilenet_v2_pt__u55-128__Shared_Sram",
        "tflm_mobilenet_v2_pt__u65-256__Dedicated_Sram",
        "tflm_person_detect__u55-128__Shared_Sram"}) {
    compare(name, whole, others);
  }
  EXPECT_GT(whole.operations, 400);
  EXPECT_EQ(whole.equal, whole.operations);
  EXPECT_EQ(others.equal, others.operations);
}

}  // namespace
}  // namespace spillway::ethosu
