// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/hazards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spillway::ethosu::proof {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The first kernel writes a map of 8x8x64 in four blocks. The second reads the whole map for its
// first block, so only a block dependency of 0 is safe.
DecodedStream two_kernels(Address map, std::int32_t block_dependency) {
  Operation writer;
  writer.type = OperationType::depthwise;
  writer.ifm = dense_map(8, 8, 64, 1, Layout::nhcwb16, 1, 0);
  writer.ofm = dense_map(8, 8, 64, 1, Layout::nhcwb16, 1, map);
  writer.block = {8, 8, 16};
  Operation reader;
  reader.type = OperationType::pool;
  reader.ifm = writer.ofm;
  reader.ofm = dense_map(8, 8, 64, 1, Layout::nhcwb16, 1, map + 0x4000);
  reader.block = {8, 8, 64};
  reader.block_dependency = block_dependency;
  DecodedStream stream;
  stream.name = "npu0";
  stream.payload.product = Product::u65;
  stream.payload.macs = 256;
  stream.operations = {writer, reader};
  for (std::size_t i = 0; i < stream.operations.size(); ++i) {
    DecodedCommand command;
    command.kind = DecodedKind::operation;
    command.index = static_cast<std::uint32_t>(i);
    stream.commands.push_back(command);
  }
  return stream;
}

constexpr const char* too_early = "may read its input before the kernel before has written it";

TEST(HazardsOfOtherCommands, AcceptABlockDependencyThatTheOriginalHasForTheSameKernels) {
  EXPECT_THAT(hazards_of_other_commands(two_kernels(0x4000, 3), two_kernels(0x8000, 3)), IsEmpty());
  EXPECT_THAT(hazards_of_other_commands(two_kernels(0x4000, 0), two_kernels(0x8000, 0)), IsEmpty());
  EXPECT_THAT(hazards_of_other_commands(two_kernels(0x4000, 2), two_kernels(0x8000, 3)),
              HasSubstr(too_early));
}

TEST(HazardsOfOtherCommands, RefuseItIfTheKernelsDifferFromThoseOfTheOriginal) {
  const DecodedStream original = two_kernels(0x4000, 3);
  DecodedStream apart = two_kernels(0x8000, 3);
  apart.operations[1].ifm.base[0] += 16;
  EXPECT_THAT(hazards_of_other_commands(original, apart), HasSubstr(too_early));
  DecodedStream blocks = two_kernels(0x8000, 3);
  blocks.operations[0].block.depth = 32;
  EXPECT_THAT(hazards_of_other_commands(original, blocks), HasSubstr(too_early));
  DecodedStream window = two_kernels(0x8000, 3);
  window.operations[1].window.pad_top = 1;
  EXPECT_THAT(hazards_of_other_commands(original, window), HasSubstr(too_early));
}

}  // namespace
}  // namespace spillway::ethosu::proof
