// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/file_values.h"

#include <map>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/ethosu/proof/proof_failure.h"
#include "hwmodels/ethosu/relink/relink.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/select_target.h"
#include "tests/hwmodels/ethosu/relink/random_homes.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"
#include "traces/tflite/reader.h"

namespace spillway::ethosu::proof {
namespace {

// Returns all observations of a file (the values that the host and the application read) as text.
// If the proof cannot compute the values of the file, returns the reason.
std::string shown(const Network& network) {
  try {
    std::string text;
    for (const Observation& seen : observations(network)) {
      text += seen.reader + " " + std::to_string(seen.tensor) + " " + std::to_string(seen.value);
    }
    return text;
  } catch (const ProofFailure& failure) {
    return std::string("not followed: ") + failure.what();
  }
}

TEST(SlowFileValues, DoNotDependOnThePlacesOfBuffers) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  std::mt19937 random(2);
  for (const std::string& path : test::compiled_tflite_files()) {
    const Network network = load_network(path);
    const MovableBuffers movable = movable_buffers(network, load_target(compiled_target(network)));
    const Network moved =
        parse_tflite(relink(network, test::random_homes(movable, random)), "moved");
    const std::string original = shown(network);
    EXPECT_THAT(original, ::testing::Not(::testing::HasSubstr("not followed"))) << path;
    EXPECT_EQ(shown(moved), original) << path;
  }
}

// Vela compiled each network for several sizes of fast memory, and divided operations and weights
// differently for each size. The host and the application must read equal values in all files of a
// network. Compares only files with `part` in their names.
void expect_equal_files(const std::string& part, std::size_t least_networks) {
  std::map<std::string, std::string> by_network;
  for (const std::string& path : test::compiled_tflite_files()) {
    const std::size_t name = path.rfind('/') + 1;
    const std::size_t end = path.find("__u65-256__Dedicated_Sram__", name);
    if (path.find("/peers/") == std::string::npos || end == std::string::npos) continue;
    if (path.find(part, name) == std::string::npos) continue;
    const std::string seen = shown(load_network(path));
    const auto first = by_network.emplace(path.substr(name, end - name), seen).first;
    EXPECT_EQ(seen, first->second) << path;
  }
  EXPECT_GE(by_network.size(), least_networks);
}

TEST(FileValues, ValuesDoNotDependOnHowTheCompilerSplitsTheNetwork) {
  SPILLWAY_NEEDS_SHARED("models/compiled/peers");
  expect_equal_files("mlperf_kws", 1);
}

TEST(SlowFileValues, AreEqualForEveryCutOfEveryNetwork) {
  SPILLWAY_NEEDS_SHARED("models/compiled/peers");
  expect_equal_files("", 10);
}

}  // namespace
}  // namespace spillway::ethosu::proof
