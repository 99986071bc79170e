// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/proof/same_function.h"
#include "hwmodels/ethosu/proof/same_values.h"
#include "hwmodels/ethosu/relink/relink.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "tests/checkout.h"
#include "tests/hwmodels/ethosu/replay/assembled_chain.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"

namespace spillway::ethosu {
namespace {

using ::testing::IsEmpty;

// Returns the file with the blocks of all its kernels divided by `division`.
Network divided(const Network& network, const BlockDivision& division) {
  std::size_t kernels = 0;
  for (const DecodedStream& stream : decode(network).streams) kernels += stream.operations.size();
  return parse_network(with_smaller_blocks(network, std::vector<BlockDivision>(kernels, division)),
                       network.source);
}

std::vector<BlockShape> blocks_of(const Network& network) {
  std::vector<BlockShape> blocks;
  for (const DecodedStream& stream : decode(network).streams) {
    for (const Operation& op : stream.operations) blocks.push_back(op.block);
  }
  return blocks;
}

TEST(SmallerBlocks, AreWholeMicroblocksAndAsDeepAsBefore) {
  const Network network = test::assembled_chain(2).compiled;
  const std::vector<BlockShape> before = blocks_of(network);
  const std::vector<BlockShape> after = blocks_of(divided(network, {2, 64}));
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    EXPECT_EQ(after[i].height, before[i].height / 4 * 2) << i;
    EXPECT_EQ(after[i].width, 2) << i;
    EXPECT_EQ(after[i].depth, before[i].depth) << i;
  }
}

TEST(SmallerBlocks, ReproduceTheFileIfNothingIsDivided) {
  const Network network = test::assembled_chain(2).compiled;
  const Network same = divided(network, {1, 1});
  const Network again = divided(same, {1, 1});
  EXPECT_THAT(proof::difference(network, same), IsEmpty());
  EXPECT_TRUE(*same.file == *again.file);
}

TEST(SmallerBlocks, ComputeTheSame) {
  const Network network = test::assembled_chain(5).compiled;
  for (const BlockDivision division : {BlockDivision{2, 1}, {4, 1}, {1, 2}, {2, 2}, {16, 16}}) {
    EXPECT_THAT(proof::value_difference(network, divided(network, division)), IsEmpty())
        << division.rows << "x" << division.columns;
  }
}

// The kernels of a chain (they pass maps on inside the processor) must have equal blocks. A
// simulated program has one kernel for a whole chain, so one division must apply to all kernels of
// the chain.
TEST(SmallerBlocks, OfAChainAreEqualAndTheChainIsOneKernel) {
  SPILLWAY_NEEDS_SHARED("models/compiled/fvp_yolo");
  const Network network = load_network(
      test::shared_path("models/compiled/fvp_yolo/yolo-fastest_192_face_v4__u85-512.tflite"));
  const std::vector<Operation> operations = decode(network).streams.front().operations;
  std::size_t second = 0;
  while (!takes_chained_operand(operations[second])) ++second;
  const std::vector<BlockShape> before = blocks_of(network);
  const auto heights_with = [&](std::size_t kernel) {
    std::vector<BlockDivision> divisions(kernel + 1);
    divisions[kernel] = {2, 1};
    const Network after = parse_network(with_smaller_blocks(network, divisions), network.source);
    EXPECT_THAT(proof::value_difference(network, after), IsEmpty());
    return blocks_of(after);
  };
  const std::vector<BlockShape> chain = heights_with(second - 1);
  EXPECT_EQ(chain[second - 1].height, before[second].height / 2);
  EXPECT_EQ(chain[second].height, before[second].height / 2);
  EXPECT_EQ(chain[second + 1].height, before[second + 1].height);
  const std::vector<BlockShape> behind = heights_with(second);
  EXPECT_EQ(behind[second].height, before[second].height);
  EXPECT_EQ(behind[second + 1].height, before[second + 1].height / 2);
}

// Sanitizers make the proofs about 20 times slower, so only every tenth file is tried with them.
TEST(SlowSmallerBlocks, ComputeTheSameInEveryCompiledFile) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const std::size_t every = test::sanitized() ? 10 : 1;
  const std::vector<std::string> paths = test::compiled_tflite_files();
  for (std::size_t i = 0; i < paths.size(); i += every) {
    const Network network = load_network(paths[i]);
    EXPECT_THAT(proof::value_difference(network, divided(network, {2, 2})), IsEmpty()) << paths[i];
  }
}

}  // namespace
}  // namespace spillway::ethosu
