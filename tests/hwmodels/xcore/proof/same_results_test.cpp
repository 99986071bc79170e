// SPDX-License-Identifier: Apache-2.0
// Tests which changes of a compiled file the proof of equal results accepts, and which it refuses.
#include "hwmodels/xcore/proof/same_results.h"

#include <cstring>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/hwmodels/xcore/relink/loading_file.h"

namespace spillway {
namespace {

using test::changed;
using test::LoadingFile;
using test::LoadsOf;
using testing::HasSubstr;
using xcore::proof::result_difference;

constexpr TensorIndex second_weights = 3, second_bias = 4;

std::string refusal(const Network& original, const std::vector<std::int32_t>& order,
                    const std::map<TensorIndex, std::int32_t>& offsets = {}) {
  return result_difference(original, changed(original, order, offsets));
}

TEST(SameResults, AcceptsTheFileItselfAndLoadsInFrontOfTheirReaders) {
  const LoadingFile file(2, LoadsOf::network);  // operators 0 and 1 are loads, 2 and 3 are layers
  EXPECT_EQ(refusal(file.network(), {}), "");
  EXPECT_EQ(refusal(file.network(), {0, 2, 1, 3}), "");
  EXPECT_EQ(refusal(file.network(), {1, 0, 2, 3}), "") << "loads among each other";
}

TEST(SameResults, RefusesALoadBehindItsReader) {
  EXPECT_THAT(refusal(LoadingFile(2).network(), {0, 1, 3, 2}), HasSubstr("before it is there"));
}

TEST(SameResults, RefusesLayersInAnotherOrder) {
  const LoadingFile file(2, LoadsOf::network);
  EXPECT_THAT(refusal(file.network(), {0, 1, 3, 2}), HasSubstr("runs elsewhere"));
}

TEST(SameResults, RefusesAnotherAddressInFlash) {
  const LoadingFile file(2);
  const Network& network = file.network();
  std::vector<std::uint8_t> bytes(network.file->data(),
                                  network.file->data() + network.file->size());
  // In the flash, the weights of the two layers begin at bytes 0 and 1,152. The test increases the
  // number 1,152 in the options of the second load (operator that copies weights from flash).
  const ByteView options = network.operators[2].options;
  const std::int16_t address = test::layer_weight_bytes + test::layer_bias_bytes;
  for (std::size_t i = 0; i + sizeof address <= options.size; ++i) {
    if (std::memcmp(options.data + i, &address, sizeof address) != 0) continue;
    ++bytes[static_cast<std::size_t>(options.data - network.file->data()) + i];
  }
  const std::string why = result_difference(network, parse_tflite(bytes, "changed.tflite"));
  EXPECT_THAT(why, HasSubstr("operator 2"));
  EXPECT_THAT(why, HasSubstr("XC_ld_weights"));
  EXPECT_THAT(why, HasSubstr("other options"));
}

TEST(SameResults, RefusesTensorsThatShareBytesWhileBothAreNeeded) {
  const LoadingFile file(2);
  EXPECT_EQ(refusal(file.network(), {}, {{second_weights, test::layer_map_bytes}}), "")
      << "the place of the first weights, which nobody needs any more";
  EXPECT_THAT(refusal(file.network(), {},
                      {{second_bias, 5 * test::layer_map_bytes + 8},
                       {second_weights, 5 * test::layer_map_bytes}}),
              HasSubstr("share bytes"));
  const LoadingFile at_once(2, LoadsOf::network);
  EXPECT_THAT(refusal(at_once.network(), {}, {{second_weights, test::layer_map_bytes}}),
              HasSubstr("share bytes"))
      << "both are loaded before the first layer";
}

TEST(SameResults, RefusesOffsetsThatAreNoMultipleOf8) {
  EXPECT_THAT(refusal(LoadingFile(2).network(), {}, {{second_weights, 65'540}}),
              HasSubstr("multiple of 8"));
}

TEST(SameResults, RefusesATensorThatLeavesThePlan) {
  EXPECT_THAT(refusal(LoadingFile(2).network(), {}, {{second_weights, -1}}),
              HasSubstr("one file only"));
}

TEST(SameResults, ChecksTheOrderOfLoadWaitAndConvolution) {
  // Each layer has three operators: a load, which starts a copy of weights, a wait for the end of
  // this copy, and a convolution.
  const LoadingFile file(2, LoadsOf::layers_waited);
  const Network& network = file.network();
  EXPECT_EQ(refusal(network, {0, 1, 3, 2, 4, 5}), "") << "the next load beside a layer";
  EXPECT_THAT(refusal(network, {0, 3, 1, 2, 4, 5}), HasSubstr("is under way"));
  EXPECT_THAT(refusal(network, {1, 0, 2, 3, 4, 5}), HasSubstr("before it is there"));
  const TensorIndex waited_weights = 7;  // weights of the second layer
  EXPECT_THAT(refusal(network, {}, {{waited_weights, 65'536}}), HasSubstr("lies elsewhere than"));
  // The copy of the second load runs at the same time as the first layer, but overwrites bytes that
  // this layer still needs.
  EXPECT_THAT(refusal(network, {0, 1, 3, 2, 4, 5},
                      {{5, test::layer_map_bytes}, {waited_weights, test::layer_map_bytes}}),
              HasSubstr("share bytes"));
}

/// Returns a file with two operators: a load (operator that copies from flash) of a lookup table,
/// and a lookup. `x`, `table` and `y` are the offsets of the lookup's input, table and output in
/// the arena.
Network lookup_file(std::int32_t x, std::int32_t table, std::int32_t y) {
  constexpr std::int32_t count = 256;
  test::CompiledFile file;
  const TensorIndex in = file.tensor({1, count}), loaded = file.tensor({count});
  const TensorIndex out = file.tensor({1, count});
  file.add("XC_ld_flash", {}, {loaded}, [](flexbuffers::Builder& options) {
    options.Int("addr", 0);
    options.Vector("sizes", [&] { options.Int(count); });
  });
  file.add("XC_lookup", {in, loaded}, {out}, [](flexbuffers::Builder&) {});
  file.plan({x, table, y});
  return file.read({in}, {out});
}

TEST(SameResults, LetsAResultReplaceAnOperandOnlyWhereTheKernelAllowsIt) {
  const Network apart = lookup_file(0, 256, 512);
  EXPECT_EQ(refusal(apart, {}, {{2, 0}}), "") << "a lookup writes over its input";
  EXPECT_THAT(refusal(apart, {}, {{2, 8}}), HasSubstr("share bytes")) << "not shifted";
  EXPECT_THAT(refusal(apart, {}, {{2, 256}}), HasSubstr("share bytes")) << "nor over its table";
  const Network over_table = lookup_file(0, 256, 256);
  EXPECT_EQ(refusal(over_table, {}, {{1, 512}, {2, 512}}), "") << "as its compiler had it";
}

TEST(SameResults, KeepsStatesThatAnInputAndAnOutputShare) {
  const Network state = lookup_file(0, 256, 0);
  EXPECT_THAT(refusal(state, {}, {{2, 512}}), HasSubstr("share their place"));
  EXPECT_EQ(refusal(state, {}, {{0, 512}, {2, 512}}), "");
}

}  // namespace
}  // namespace spillway
