// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/relink.h"

#include <cmath>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/files/files.h"
#include "base/index.h"
#include "hwmodels/ethosu/proof/same_function.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/select_target.h"
#include "tests/checkout.h"
#include "tests/hwmodels/ethosu/relink/random_homes.h"
#include "tests/hwmodels/ethosu/replay/assembled_file.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"
#include "traces/tflite/offline_plan.h"
#include "traces/tflite/reader.h"

namespace spillway::ethosu {
namespace {

using ::testing::IsEmpty;

// Returns the largest error, in percent, of the times of whole networks on `product`, as the
// overview of docs/validation.md states it.
double published_error(const std::string& product) {
  const std::string text = read_text(test::checkout_path("docs/validation.md"));
  const std::string row = "| [networks](#arms-fvps), " + product + " | ";
  const std::size_t begin = text.find('|', text.find(row) + row.size()) + 2;
  return std::abs(std::stod(text.substr(begin, text.find(' ', begin) - begin)));
}

// `relink` says whether the new file saves more time than the error of the model. The error that
// `relink` uses must be the error in docs/validation.md, rounded up by less than 0.15 percentage
// points.
TEST(RelinkModelError, IsTheLargestErrorOfTheValidation) {
  for (const auto& [target, product] :
       {std::pair("ethos-u55-128", "Ethos-U55"), std::pair("ethos-u65-256", "Ethos-U65"),
        std::pair("ethos-u85-256", "Ethos-U85")}) {
    const double stated = model_error_percent(config_of(load_target(target)));
    EXPECT_GE(stated, published_error(product)) << product;
    EXPECT_LT(stated, published_error(product) + 0.15) << product;
  }
}

MovableBuffers movable_of(const Network& network) {
  return movable_buffers(network, load_target(compiled_target(network)));
}

std::vector<BufferHome> own_homes(const MovableBuffers& movable) {
  std::vector<BufferHome> homes;
  for (const MovableBuffer& buffer : movable.buffers) homes.push_back(buffer.home);
  return homes;
}

std::vector<std::uint8_t> bytes_of(const Network& network) {
  return {network.file->data(), network.file->data() + network.file->size()};
}

test::AssembledFile cached_file() {
  test::AssembledFile file;
  file.product = Product::u65;
  file.macs = 256;
  file.convolutions = 5;
  file.cached = true;
  file.fetches = true;
  return file;
}

TEST(Relink, GivesTheSameFileForTheSamePlaces) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  int files = 0;
  for (const std::string& path : test::compiled_tflite_files()) {
    const Network network = load_network(path);
    EXPECT_TRUE(relink(network, own_homes(movable_of(network))) == bytes_of(network)) << path;
    ++files;
  }
  EXPECT_GE(files, 160);
}

TEST(Relink, ComputesTheSameFromAnyPlacesOfBuffers) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  std::mt19937 random(1);
  for (const std::string& path : test::compiled_tflite_files()) {
    const Network network = load_network(path);
    const std::vector<BufferHome> homes = test::random_homes(movable_of(network), random);
    const Network emitted = parse_tflite(relink(network, homes), "emitted");
    EXPECT_THAT(proof::difference(network, emitted), IsEmpty()) << path;
    const std::vector<BufferHome> found = own_homes(movable_of(emitted));
    ASSERT_EQ(found.size(), homes.size()) << path;
    for (std::size_t i = 0; i < homes.size(); ++i) {
      EXPECT_EQ(found[i].fast, homes[i].fast) << path << ", buffer " << i;
      EXPECT_EQ(found[i].offset, homes[i].offset) << path << ", buffer " << i;
    }
  }
}

TEST(Relink, ComputesTheSameFromAnyPlacesInAssembledFiles) {
  rc::check([] {
    test::AssembledFile file = cached_file();
    file.convolutions = *rc::gen::inRange(1, 6);
    file.npu_operators = *rc::gen::inRange(1, 4);
    file.host_between = *rc::gen::arbitrary<bool>();
    file.cached = *rc::gen::arbitrary<bool>();
    file.fetches = *rc::gen::arbitrary<bool>();
    file.in_place = *rc::gen::arbitrary<bool>();
    const Network network = test::assembled_network(file);
    std::mt19937 random(*rc::gen::inRange(0U, 1000U));
    const std::vector<BufferHome> homes = test::random_homes(movable_of(network), random);
    const Network emitted = parse_tflite(relink(network, homes), "emitted");
    RC_ASSERT(proof::difference(network, emitted) == "");
  });
}

TEST(Relink, SaysWhereItPutsTheTensorsOfTheRuntime) {
  const Network network = test::assembled_network(cached_file());
  const MovableBuffers movable = movable_of(network);
  std::vector<BufferHome> homes = own_homes(movable);
  Bytes top = 1 << 16;
  for (std::size_t i = 0; i < homes.size(); ++i) {
    if (!movable.buffers[i].of_runtime) continue;
    homes[i].offset = top;
    top += (movable.buffers[i].size + 15) / 16 * 16;
  }
  const Network emitted = parse_tflite(relink(network, homes), "emitted");
  const auto offsets = read_offline_plan(emitted);
  ASSERT_TRUE(offsets.has_value());
  for (const TensorIndex tensor : emitted.inputs) EXPECT_GE(at(*offsets, tensor), 1 << 16);
  for (const TensorIndex tensor : emitted.outputs) EXPECT_GE(at(*offsets, tensor), 1 << 16);
  EXPECT_GE(movable_of(emitted).arena_bytes, top);
}

TEST(Relink, KeepsTensorsOfTheRuntimeInTheArena) {
  const Network network = test::assembled_network(cached_file());
  const MovableBuffers movable = movable_of(network);
  std::vector<BufferHome> homes = own_homes(movable);
  for (BufferHome& home : homes) home.fast = true;
  EXPECT_THROW(relink(network, homes), std::logic_error);
}

}  // namespace
}  // namespace spillway::ethosu
