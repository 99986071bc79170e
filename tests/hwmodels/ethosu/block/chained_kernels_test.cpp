// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/chained_kernels.h"

#include <gtest/gtest.h>

namespace spillway::ethosu {
namespace {

Access access(DataClass data, bool write) {
  Access one;
  one.run = 16;
  one.data = data;
  one.write = write;
  return one;
}

// Appends a kernel of `blocks` blocks to the program. Each block takes `output` cycles of the
// output engine, has one read of each class in `reads` and, if `writes`, one write.
void append(Program& program, std::uint32_t blocks, std::int32_t output,
            const std::vector<DataClass>& reads, bool writes) {
  Kernel kernel;
  kernel.blocks = {static_cast<std::uint32_t>(program.blocks.size()), blocks};
  for (std::uint32_t i = 0; i < blocks; ++i) {
    Block block;
    block.output = output;
    block.reads.first = static_cast<std::uint32_t>(program.accesses.size());
    block.reads.count = static_cast<std::uint32_t>(reads.size());
    for (const DataClass data : reads) program.accesses.push_back(access(data, false));
    block.writes.first = static_cast<std::uint32_t>(program.accesses.size());
    block.writes.count = writes ? 1 : 0;
    if (writes) program.accesses.push_back(access(DataClass::ofm, true));
    program.blocks.push_back(block);
  }
  program.kernels.push_back(kernel);
}

TEST(ChainedKernels, AreOnePassWithTheReadsAndTheOutputOfBoth) {
  Program program;
  append(program, 1, 7, {DataClass::ifm}, true);
  append(program, 2, 30, {DataClass::ifm, DataClass::weights, DataClass::scales}, false);
  append(program, 2, 12, {DataClass::ifm2}, true);
  ASSERT_TRUE(join_last_kernels(program));
  ASSERT_EQ(program.kernels.size(), 2U);
  ASSERT_EQ(program.blocks.size(), 3U);
  EXPECT_EQ(program.accesses.size(), 2U + 2 * 5);
  for (std::uint32_t i = 1; i < 3; ++i) {
    const Block& block = program.blocks[i];
    EXPECT_EQ(block.output, 42);
    ASSERT_EQ(block.reads.count, 4U);
    const Access* const reads = program.accesses.data() + block.reads.first;
    EXPECT_EQ(reads[0].data, DataClass::ifm);
    EXPECT_EQ(reads[1].data, DataClass::ifm2);
    EXPECT_EQ(reads[2].data, DataClass::weights);
    EXPECT_EQ(reads[3].data, DataClass::scales);
    ASSERT_EQ(block.writes.count, 1U);
    EXPECT_TRUE(program.accesses[block.writes.first].write);
  }
}

TEST(ChainedKernels, OfDifferentBlocksStayApart) {
  Program program;
  append(program, 2, 30, {DataClass::ifm}, false);
  append(program, 3, 12, {DataClass::ifm2}, true);
  EXPECT_FALSE(join_last_kernels(program));
  EXPECT_EQ(program.kernels.size(), 2U);
  EXPECT_EQ(program.blocks.size(), 5U);
}

TEST(ChainedKernels, AreElementwiseOperationsWithAnOperandInNoMemory) {
  Operation add;
  add.type = OperationType::elementwise;
  EXPECT_FALSE(takes_chained_operand(add));
  add.reads_ifm2 = true;
  add.ifm2.tiling = Tiling::none;
  EXPECT_TRUE(takes_chained_operand(add));
  add.type = OperationType::conv;
  EXPECT_FALSE(takes_chained_operand(add));
}

}  // namespace
}  // namespace spillway::ethosu
