// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/traces/tflite/raw_tflite.h"
#include "traces/tflite/patch.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

using Bytes8 = std::vector<std::uint8_t>;

constexpr std::size_t unknown_slot = 20;  // a field of the root table that the schema lacks

// Returns a network with two feature maps and, for each element of `contents`, a one-dimensional
// constant with these bytes.
test::RawModel model_with(const std::vector<Bytes8>& contents) {
  test::RawModel model;
  for (const Bytes8& bytes : contents) {
    test::RawTensor tensor;
    tensor.shape = {static_cast<std::int32_t>(bytes.size())};
    tensor.buffer = static_cast<std::uint32_t>(model.buffers.size());
    model.operators[0].inputs.push_back(static_cast<std::int32_t>(model.tensors.size()));
    model.tensors.push_back(tensor);
    model.buffers.push_back({bytes});
  }
  return model;
}

Bytes8 constant_of(const Network& network, std::size_t number) {
  const ByteView data = network.tensors.at(2 + number).data;
  return {data.data, data.data + data.size};
}

std::vector<Bytes8> any_contents() {
  std::vector<Bytes8> contents;
  const int count = *rc::gen::inRange(1, 5);
  for (int i = 0; i < count; ++i) {
    const auto size = *rc::gen::inRange<std::size_t>(1, 200);
    contents.push_back(*rc::gen::container<Bytes8>(size, rc::gen::arbitrary<std::uint8_t>()));
  }
  return contents;
}

// Replaces some constants by random bytes of random sizes. Checks all constants, the names and
// types of tensors, and the inputs of operator 0.
void expect_patched(const test::RawModel& model, const std::vector<Bytes8>& before) {
  std::vector<Bytes8> after = before;
  FilePatch patch;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (!*rc::gen::arbitrary<bool>()) continue;
    const auto size = *rc::gen::inRange<std::size_t>(1, 200);
    after[i] = *rc::gen::container<Bytes8>(size, rc::gen::arbitrary<std::uint8_t>());
    patch.contents[static_cast<std::int32_t>(2 + i)] = after[i];
  }
  const Bytes8 given = model.build();
  const Network was = parse_tflite(given, "given");
  const Network is = parse_tflite(patched_tflite(given, patch, "given"), "patched");
  for (std::size_t i = 0; i < after.size(); ++i) RC_ASSERT(constant_of(is, i) == after[i]);
  for (std::size_t i = 0; i < was.tensors.size(); ++i) {
    RC_ASSERT(is.tensors[i].name == was.tensors[i].name);
    RC_ASSERT(is.tensors[i].type == was.tensors[i].type);
  }
  RC_ASSERT(is.operators[0].inputs == was.operators[0].inputs);
}

RC_GTEST_PROP(FilePatch, ReplacesContentsOfAnySizeAndKeepsTheRest, ()) {
  const std::vector<Bytes8> contents = any_contents();
  expect_patched(model_with(contents), contents);
}

RC_GTEST_PROP(FilePatch, ReplacesContentsOfAFileWithTablesThatItDoesNotKnow, ()) {
  const std::vector<Bytes8> contents = any_contents();
  test::RawModel model = model_with(contents);
  model.unknown_root_slot = unknown_slot;
  expect_patched(model, contents);
}

// Returns the size of the file after a patch that replaces its first constant by `new_size` bytes.
std::size_t patched_size(test::RawModel model, std::size_t new_size) {
  FilePatch patch;
  patch.contents[2] = Bytes8(new_size, 7);
  return patched_tflite(model.build(), patch, "given").size();
}

TEST(FilePatch, RemovesTheBytesOfReplacedContents) {
  const test::RawModel model = model_with({Bytes8(10000, 1)});
  const std::size_t before = model.build().size();
  EXPECT_LE(patched_size(model, 20000), before + 10016);
  EXPECT_LE(patched_size(model, 400), before - 9600 + 16);
}

TEST(FilePatch, AppendsContentsWhereNothingCanMove) {
  test::RawModel model = model_with({Bytes8(10000, 1)});
  model.unknown_root_slot = unknown_slot;
  EXPECT_GT(patched_size(model, 20000), model.build().size() + 20000);
}

}  // namespace
}  // namespace spillway
