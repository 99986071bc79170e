// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/hazards.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/hwmodels/ethosu/stream/assembler.h"

namespace spillway::ethosu::proof {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Returns two kernels. The first kernel writes a map of 8x8x64 in four blocks, and the first block
// of the second kernel reads the whole map. So only a block dependency (how many blocks of the
// previous kernel may be unfinished) of 0 is safe.
std::vector<Operation> two_kernels(Address map, std::int32_t block_dependency) {
  Operation writer;
  writer.type = OperationType::depthwise;
  writer.ifm = dense_map(8, 8, 64, 1, Layout::nhcwb16, 1, 0);
  writer.ofm = dense_map(8, 8, 64, 1, Layout::nhcwb16, 1, map);
  writer.block = {8, 8, 16};
  writer.weights[0] = {0x1000, 512, 0};
  writer.scales[0] = {0, 640, 0};
  Operation reader;
  reader.type = OperationType::pool;
  reader.ifm = writer.ofm;
  reader.ofm = dense_map(8, 8, 64, 1, Layout::nhcwb16, 1, map + 0x4000);
  reader.block = {8, 8, 64};
  reader.block_dependency = block_dependency;
  return {writer, reader};
}

// Returns three kernels. The first kernel writes a map. The second and the third kernel are a
// chain: the second kernel passes its result to the third kernel within the processor, and the
// third kernel adds this result and the map.
std::vector<Operation> chain_behind(std::int32_t block_dependency) {
  Operation writer = two_kernels(0x4000, 0)[0];
  Operation first = writer;
  first.ifm = dense_map(8, 8, 64, 1, Layout::nhcwb16, 1, 0x10000);
  first.ofm.tiling = Tiling::none;
  first.block_dependency = block_dependency;
  Operation second;
  second.type = OperationType::elementwise;
  second.ifm = writer.ofm;
  second.reads_ifm2 = true;
  second.ifm2 = first.ofm;
  second.ofm = dense_map(8, 8, 64, 1, Layout::nhcwb16, 1, 0x8000);
  second.block = first.block;
  second.block_dependency = block_dependency;
  return {writer, first, second};
}

std::vector<std::uint8_t> payload_of(const std::vector<Operation>& kernels,
                                     Product product = Product::u65) {
  test::Assembler assembler(product, 256);
  for (const Operation& kernel : kernels) assembler.operation(kernel);
  return assembler.stop().payload();
}

std::string found_in(const std::vector<Operation>& original, const std::vector<Operation>& emitted,
                     Product product = Product::u65) {
  const std::vector<std::uint8_t> before = payload_of(original, product);
  const std::vector<std::uint8_t> after = payload_of(emitted, product);
  RegionBytes regions;
  regions.fill(Bytes{1} << 20);
  const auto decoded = [&](const std::vector<std::uint8_t>& bytes) {
    return decode_stream({bytes.data(), bytes.size()}, regions, {"synthetic.tflite", "npu0"});
  };
  return hazards_of_other_commands(decoded(before), decoded(after));
}

constexpr const char* too_early = "may read its input before the kernel before has written it";

TEST(HazardsOfOtherCommands, AcceptABlockDependencyThatTheOriginalHasForTheSameKernels) {
  EXPECT_THAT(found_in(two_kernels(0x4000, 3), two_kernels(0x8000, 3)), IsEmpty());
  EXPECT_THAT(found_in(two_kernels(0x4000, 0), two_kernels(0x8000, 0)), IsEmpty());
  EXPECT_THAT(found_in(two_kernels(0x4000, 2), two_kernels(0x8000, 3)), HasSubstr(too_early));
}

// The third kernel reads the map of the first kernel. Because the third kernel is chained to the
// second kernel, the block dependency (how many blocks of the previous kernel may be unfinished) of
// the second kernel decides whether this read is too early.
TEST(HazardsOfOtherCommands, RefuseAChainThatReadsWhatTheKernelBeforeItWrites) {
  const std::vector<Operation> waits = chain_behind(0);
  EXPECT_THAT(found_in(waits, waits, Product::u85), IsEmpty());
  EXPECT_THAT(found_in(waits, chain_behind(1), Product::u85), HasSubstr(too_early));
}

// A convolution with weights runs before two kernels without weights. The weight registers keep
// their values after the convolution. These values must not count as reads of the two kernels.
TEST(HazardsOfOtherCommands, IgnoreRegistersThatTheKernelsDoNotRead) {
  const auto behind_weights = [](Address map, std::int32_t length) {
    std::vector<Operation> kernels = two_kernels(map, 3);
    kernels[0].type = OperationType::pool;
    kernels[0].weights[0] = kernels[0].scales[0] = {};
    kernels.insert(kernels.begin(), test::small_convolution());
    kernels[0].weights[0].length = length;
    return kernels;
  };
  EXPECT_THAT(found_in(behind_weights(0x4000, 512), behind_weights(0x8000, 768)), IsEmpty());
}

TEST(HazardsOfOtherCommands, RefuseABlockDependencyIfTheKernelsDifferFromTheOriginal) {
  const std::vector<Operation> original = two_kernels(0x4000, 3);
  std::vector<Operation> apart = two_kernels(0x8000, 3);
  apart[1].ifm.base[0] += 16;
  EXPECT_THAT(found_in(original, apart), HasSubstr(too_early));
  std::vector<Operation> blocks = two_kernels(0x8000, 3);
  blocks[0].block.depth = 32;
  EXPECT_THAT(found_in(original, blocks), HasSubstr(too_early));
  std::vector<Operation> window = two_kernels(0x8000, 3);
  window[1].window.pad_top = 1;
  EXPECT_THAT(found_in(original, window), HasSubstr(too_early));
}

}  // namespace
}  // namespace spillway::ethosu::proof
