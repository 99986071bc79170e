// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/block_alternatives.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/ops/network_ops.h"
#include "hwmodels/target/select_target.h"
#include "tests/user_error.h"
#include "traces/files/builtin_networks.h"

namespace spillway::ethosu {
namespace {

const char* const targets[] = {"ethos-u55-32",  "ethos-u55-128", "ethos-u65-256",
                               "ethos-u65-512", "ethos-u85-128", "ethos-u85-1024"};

template <typename Visit>
void for_each_first_operation(const char* target_name, Visit&& visit) {
  const Target target = load_target(target_name);
  const Network lowered = lower(builtin_network("mobilenet_v1_0.25_96").value(), target);
  for (const std::vector<BlockedOp>& operations : network_ops(lowered, config_of(target))) {
    if (!operations.empty()) visit(config_of(target), operations.front());
  }
}

bool contains(const std::vector<BlockShape>& blocks, const BlockShape& block) {
  return std::find(blocks.begin(), blocks.end(), block) != blocks.end();
}

// fitting_blocks() returns the blocks that fit into the processor's buffers. Only such blocks may
// be alternatives.
TEST(BlockAlternatives, AreBlocksThatFitAndNotTheCompilersBlock) {
  for (const char* target : targets) {
    std::size_t count = 0;
    for_each_first_operation(target, [&](const Config& config, const BlockedOp& op) {
      const std::vector<BlockShape> fitting = fitting_blocks(config, op.npu);
      for (const BlockShape& block : block_alternatives(config, op.npu)) {
        ++count;
        EXPECT_TRUE(contains(fitting, block)) << target << ' ' << op.npu.name;
        EXPECT_FALSE(block == op.blocks.ofm) << target << ' ' << op.npu.name;
      }
    });
    EXPECT_GT(count, 0U) << target;
  }
}

TEST(BlockAlternatives, TheCompilersBlockIsAmongTheBlocksThatFit) {
  for (const char* target : targets) {
    for_each_first_operation(target, [&](const Config& config, const BlockedOp& op) {
      const std::vector<BlockShape> fitting = fitting_blocks(config, op.npu);
      if (fitting.empty()) return;
      EXPECT_TRUE(contains(fitting, op.blocks.ofm)) << target << ' ' << op.npu.name;
      const BlockConfig same = with_ofm_block(config, op.npu, op.blocks.ofm);
      EXPECT_TRUE(same.ifm == op.blocks.ifm) << target << ' ' << op.npu.name;
      EXPECT_EQ(same.part_kernel, op.blocks.part_kernel);
    });
  }
}

TEST(BlockAlternatives, DepthwiseConvolutionsHaveOtherBlocks) {
  for (const char* target : targets) {
    for_each_first_operation(target, [&](const Config& config, const BlockedOp& op) {
      if (op.npu.operation.type != OperationType::depthwise) return;
      EXPECT_FALSE(block_alternatives(config, op.npu).empty()) << target << ' ' << op.npu.name;
    });
  }
}

std::string refusal(std::int32_t op, const OutputBlock& block) {
  ScheduleOptions options;
  options.blocks = BlockOptions{false, {{op, block}}};
  return test::user_error(
      [&] { lower(builtin_network("resnet8").value(), load_target("ethos-u55-128"), options); },
      ExitCode::usage);
}

TEST(BlockOptions, ABlockThatDoesNotFitOrAnUnknownOperatorIsRefused) {
  EXPECT_EQ(refusal(1, {8, 8, 16}), "");
  EXPECT_THAT(refusal(1, {64, 64, 128}),
              testing::AllOf(testing::HasSubstr("operator 1 (CONV_2D) cannot have blocks of "
                                                "64x64x128; it has"),
                             testing::HasSubstr("(height, width and depth)")));
  EXPECT_THAT(refusal(1, {3, 3, 3}), testing::HasSubstr("cannot have blocks of 3x3x3"));
  EXPECT_THAT(refusal(400, {8, 8, 16}), testing::HasSubstr("there is no operator 400"));
  EXPECT_THAT(refusal(3, {8, 8, 16}), testing::HasSubstr("(ADD) cannot be chosen"));
}

}  // namespace
}  // namespace spillway::ethosu
