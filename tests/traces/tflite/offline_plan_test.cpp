// SPDX-License-Identifier: Apache-2.0
#include "traces/tflite/offline_plan.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/reference.h"
#include "tests/traces/network_equality.h"
#include "tests/traces/tflite/raw_tflite.h"
#include "tests/user_error.h"
#include "traces/files/builtin_networks.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/writer.h"

namespace spillway {
namespace {

using test::parsed;
using testing::HasSubstr;
using Bytestring = std::vector<std::uint8_t>;
using Offsets = std::vector<std::int32_t>;

Bytestring bytes_of(ByteView view) { return {view.begin(), view.end()}; }

Bytestring plan_contents(const Offsets& words) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.data());
  return {bytes, bytes + words.size() * sizeof(std::int32_t)};
}

// Returns a file whose metadata has the offline plan `words`, stored in buffer 1.
test::RawModel with_plan(const Offsets& words) {
  test::RawModel model;
  model.buffers.push_back({plan_contents(words)});
  model.metadata.push_back({offline_plan_name, 1});
  return model;
}

std::string reading(const Offsets& words) {
  return test::user_error([&] { read_offline_plan(parsed(with_plan(words).build())); });
}

Offsets rising_offsets(const Network& network) {
  Offsets offsets(network.tensors.size());
  std::iota(offsets.begin(), offsets.end(), 0);
  for (std::int32_t& offset : offsets) offset *= 16;
  offsets.front() = not_planned;
  return offsets;
}

// Checks that the new file ends with the bytes of the old file. These bytes must have moved by a
// multiple of 16 bytes, so that their alignment is the same.
void expect_old_bytes_behind(const Bytestring& old, const Bytestring& file) {
  ASSERT_GT(file.size(), old.size());
  EXPECT_EQ((file.size() - old.size()) % 16, 0U);
  EXPECT_TRUE(std::equal(old.rbegin(), old.rend(), file.rbegin()));
}

// Returns the offset of a constant in the file modulo 16.
std::ptrdiff_t alignment_of(const Network& network, std::size_t tensor) {
  return (network.tensors[tensor].data.data - network.file->data()) % 16;
}

void expect_same_but_for_the_plan(const Bytestring& old, const Offsets& offsets) {
  const Bytestring file = with_offline_plan(old, offsets);
  const Network before = parsed(old);
  const Network after = parsed(file);
  EXPECT_EQ(test::difference(before, after), "");
  EXPECT_EQ(after.warnings, before.warnings);
  for (std::size_t i = 0; i < before.tensors.size(); ++i) {
    EXPECT_TRUE(test::same_bytes(before.tensors[i].data, after.tensors[i].data)) << i;
    if (after.tensors[i].data.empty()) continue;
    EXPECT_EQ(alignment_of(after, i), alignment_of(before, i)) << i;
  }
  EXPECT_EQ(read_offline_plan(after), offsets);
  std::size_t kept = 0;
  for (const NamedBytes& entry : before.metadata) {
    if (entry.name == offline_plan_name) continue;
    EXPECT_EQ(after.metadata.at(kept).name, entry.name);
    EXPECT_TRUE(test::same_bytes(after.metadata.at(kept).data, entry.data));
    ++kept;
  }
  EXPECT_EQ(after.metadata.size(), kept + 1);
}

TEST(OfflinePlan, IsAbsentFromANetworkWithoutOne) {
  EXPECT_EQ(read_offline_plan(parsed(test::RawModel{}.build())), std::nullopt);
  EXPECT_EQ(read_offline_plan(builtin_network("ds_cnn").value()), std::nullopt);
}

TEST(OfflinePlan, IsReadWithPaddingBehindIt) {
  const Network network = parsed(with_plan({0, 0, 2, 64, -1, 0, 0, 0}).build());
  EXPECT_EQ(read_offline_plan(network), (Offsets{64, -1}));
}

TEST(OfflinePlan, CountsTheTensorsOfAllSubgraphs) {
  test::RawModel model = with_plan({1, 0, 4, 0, 16, 32, 48});
  model.subgraphs = 2;
  EXPECT_EQ(read_offline_plan(parsed(model.build())), (Offsets{0, 16}));
}

TEST(OfflinePlan, ThePlannerPlacesTensorsThatLoweringAdds) {
  test::RawModel model = with_plan({1, 0, 4, 0, 16, 32, 48});
  model.subgraphs = 2;
  Network network = parsed(model.build());
  network.tensors.resize(5);
  EXPECT_EQ(read_offline_plan(network), (Offsets{0, 16, -1, -1, -1}));
}

TEST(OfflinePlan, ForAnotherNetworkIsRefused) {
  EXPECT_THAT(reading({1, 0, 3, 0, 0, 0}), HasSubstr("plans 3 tensors, the file has 2"));
  EXPECT_THAT(reading({1, 0, -1}), HasSubstr("plans -1 tensors"));
  EXPECT_THAT(reading({1, 0, 2, 0}), HasSubstr("holds 1 offsets of 2"));
  EXPECT_THAT(reading({1, 0}), HasSubstr("has only 8 bytes"));
  EXPECT_THAT(reading({}), HasSubstr("has only 0 bytes"));
  EXPECT_THAT(reading({1, 0, 2, 0, -2}), HasSubstr("gives tensor 1 the offset -2"));
}

TEST(WithOfflinePlan, AddsThePlanAndKeepsEverythingElse) {
  for (const BuiltinNetwork& builtin : builtin_networks()) {
    if (builtin.layers == nullptr) continue;  // this network has only operators of one chip
    const Network network = builtin_network(builtin.name).value();
    const Bytestring old = write_tflite(network);
    expect_same_but_for_the_plan(old, rising_offsets(network));
    expect_old_bytes_behind(old, with_offline_plan(old, rising_offsets(network)));
  }
}

TEST(WithOfflinePlan, ReplacesThePlanThatWasThereAndKeepsOtherMetadata) {
  test::RawModel model = with_plan({1, 0, 2, 0, 16});
  model.buffers.push_back({{1, 2, 3}});
  model.metadata.insert(model.metadata.begin(), {"before", 2});
  model.metadata.push_back({"after", 2});
  expect_same_but_for_the_plan(model.build(), {320, -1});
}

TEST(WithOfflinePlan, WritingThePlanTwiceGivesTheSameFile) {
  const Bytestring once = with_offline_plan(test::RawModel{}.build(), {0, 16});
  expect_same_but_for_the_plan(once, {32, 48});
}

TEST(WithOfflinePlan, LeavesTheTensorsOfOtherSubgraphsToTheRuntime) {
  test::RawModel model;
  model.subgraphs = 2;
  const Network network = parsed(with_offline_plan(model.build(), {0, 16}));
  EXPECT_EQ(read_offline_plan(network), (Offsets{0, 16}));
  EXPECT_EQ(bytes_of(network.metadata.at(0).data), plan_contents({1, 0, 4, 0, 16, -1, -1}));
}

TEST(WithOfflinePlan, KeepsPartsOfTheRootTableThatTheSchemaDoesNotKnow) {
  for (const std::size_t slot : {8U, 9U}) {
    test::RawModel model;
    model.unknown_root_slot = slot;
    const Bytestring file = with_offline_plan(model.build(), {0, 16});
    const auto* root = flatbuffers::GetRoot<flatbuffers::Table>(file.data());
    const auto field = flatbuffers::FieldIndexToOffset(static_cast<flatbuffers::voffset_t>(slot));
    const auto* text = root->GetPointer<const flatbuffers::String*>(field);
    ASSERT_NE(text, nullptr);
    EXPECT_EQ(text->str(), "of a later format");
  }
}

TEST(WithOfflinePlan, RefusesARootTableOfALaterFormat) {
  test::RawModel model;
  model.unknown_root_slot = 10;
  EXPECT_THAT(test::user_error([&] {
                with_offline_plan(model.build(), {0, 16});
              }),
              HasSubstr("field 10"));
}

TEST(WithOfflinePlan, MovesContentsAtAbsoluteFileOffsetsAlong) {
  test::RawModel model;
  model.codes = {{32, "x"}};
  model.tensors.push_back({{1, 4}, tflite::TensorType::INT8, 1});
  model.operators[0].inputs.push_back(2);
  model.bytes_after = {1, 2, 3, 4, 5, 6, 7, 8};
  model.buffers.push_back({{}, 16, 4});
  model.operators[0].custom_offset = 16;
  model.operators[0].custom_size = 3;
  const std::uint64_t end = model.build().size() - model.bytes_after.size();
  model.buffers[1].offset = end + 4;
  model.operators[0].custom_offset = end + 1;
  const Bytestring old = model.build();
  const Network before = parsed(old);
  ASSERT_THAT(bytes_of(before.tensors[2].data), testing::ElementsAre(5, 6, 7, 8));
  const Network network = parsed(with_offline_plan(old, {0, 16, -1}));
  EXPECT_THAT(bytes_of(network.tensors[2].data), testing::ElementsAre(5, 6, 7, 8));
  EXPECT_THAT(bytes_of(network.operators[0].options), testing::ElementsAre(2, 3, 4));
}

TEST(WithOfflinePlan, AddsBuffersToAFileThatHasNone) {
  test::RawModel model;
  model.buffers.clear();
  expect_same_but_for_the_plan(model.build(), {0, 16});
}

TEST(WithOfflinePlan, RefusesPlansOfAnotherSizeAndOffsetsBelowMinusOne) {
  const Bytestring file = test::RawModel{}.build();
  EXPECT_THAT(test::user_error([&] { with_offline_plan(file, {0}); }),
              HasSubstr("has 2 tensors, the plan has 1 offsets"));
  EXPECT_THAT(test::user_error([&] { with_offline_plan(file, {0, -2}); }), HasSubstr("offset -2"));
  EXPECT_THAT(test::user_error([&] { with_offline_plan({1, 2, 3}, {}); }), HasSubstr("TFL3"));
}

TEST(WithOfflinePlan, WorksOnRealAndCompiledNetworks) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  for (const char* folder : {"models", "models/compiled"}) {
    for (const auto& entry : std::filesystem::directory_iterator(test::shared_path(folder))) {
      if (entry.path().extension() != ".tflite") continue;
      SCOPED_TRACE(entry.path());
      const Bytestring old = read_bytes(entry.path().string());
      const Offsets offsets = rising_offsets(parsed(old));
      expect_same_but_for_the_plan(old, offsets);
      expect_old_bytes_behind(old, with_offline_plan(old, offsets));
    }
  }
}

TEST(OfflinePlan, OfACompiledNetworkLiesWithinItsArena) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const std::string path =
      test::shared_path("models/compiled/mlperf_vww96__u55-128__Shared_Sram.tflite");
  const Network network = read_tflite(path);
  const Offsets offsets = read_offline_plan(network).value();
  ASSERT_EQ(offsets.size(), network.tensors.size());
  Bytes scratch = 0;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    if (network.tensors[i].kind == TensorKind::scratch) {
      scratch = std::max(scratch, network.tensors[i].bytes);
    }
  }
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    if (offsets[i] == not_planned) continue;
    EXPECT_LE(offsets[i] + network.tensors[i].bytes, scratch) << network.tensors[i].name;
  }
}

}  // namespace
}  // namespace spillway
