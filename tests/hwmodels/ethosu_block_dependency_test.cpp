// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "hwmodels/ethosu/block_dependency.h"

namespace spillway::ethosu {
namespace {

/// Two kernels: the first writes `blocks` pieces of 100 bytes one behind the other, the second
/// reads `reach` bytes from its block's place on.
Program two_kernels(std::uint32_t blocks, std::int32_t reach, Address read_base) {
  Program program;
  for (std::uint32_t kernel = 0; kernel < 2; ++kernel) {
    Kernel added;
    added.blocks = {kernel * blocks, blocks};
    program.kernels.push_back(added);
    for (std::uint32_t i = 0; i < blocks; ++i) {
      Access access;
      access.write = kernel == 0;
      access.stream = kernel == 0 ? Stream::ofm : Stream::ifm;
      access.address = (kernel == 0 ? 0 : read_base) + 100 * i;
      access.run = kernel == 0 ? 100 : reach;
      const Range range{static_cast<std::uint32_t>(program.accesses.size()), 1};
      program.accesses.push_back(access);
      Block block;
      (kernel == 0 ? block.writes : block.reads) = range;
      program.blocks.push_back(block);
    }
  }
  return program;
}

TEST(EthosUBlockDependency, KernelsThatShareNoDataGetTheLimit) {
  EXPECT_EQ(block_dependency(two_kernels(8, 100, 10000), 1, 3), 3);
}

TEST(EthosUBlockDependency, AReaderOfEverythingWaitsForEverything) {
  EXPECT_EQ(block_dependency(two_kernels(8, 800, 0), 1, 3), 0);
}

TEST(EthosUBlockDependency, AReaderThatFollowsItsWriterMayStartEarly) {
  EXPECT_EQ(block_dependency(two_kernels(8, 100, 0), 1, 3), 3);
  EXPECT_EQ(block_dependency(two_kernels(2, 100, 0), 1, 3), 1);
}

}  // namespace
}  // namespace spillway::ethosu
