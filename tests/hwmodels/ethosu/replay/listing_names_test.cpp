// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "hwmodels/ethosu/replay/operator_names.h"
#include "hwmodels/ethosu/replay/replay.h"
#include "tests/hwmodels/ethosu/replay/compiled_network.h"
#include "tests/reference.h"
#include "tests/user_error.h"

namespace spillway::ethosu {
namespace {

using test::compiled_network;

std::vector<VelaLayer> listing(const std::string& name) {
  const std::string path = test::shared_path("reference/vela/per_layer/" + name + ".csv");
  return parse_vela_per_layer(read_text(path), path);
}

constexpr const char* compiled_files[] = {
    "mlperf_kws__u55-128__Shared_Sram",
    "mlperf_resnet_quant__u55-128__Shared_Sram",
    "mlperf_vww96__u55-128__Shared_Sram",
    "mlperf_vww96__u65-512__Dedicated_Sram__384K",
    "tflm_person_detect__u55-128__Shared_Sram",
    "mit_detection__u55-128__Shared_Sram",
    // These files have cascades, in whose command streams stripes of several operators alternate.
    "mlperf_vww96__u65-256__Dedicated_Sram__64K",
    "mit_detection__u65-256__Dedicated_Sram__64K",
    "tflm_mobilenet_v2_pt__u65-256__Dedicated_Sram",
};

/// Returns the name of Vela's listing for a compiled file. The name of a listing ends in `def` if
/// that of the file ends in the cache `384K` or in no cache.
std::string listing_of(const std::string& compiled) {
  const std::size_t chip = compiled.find("__") + 2, mode = compiled.find("__", chip);
  const bool u55 = compiled.compare(chip, 3, "u55") == 0;
  std::string rest = compiled.substr(mode + 2);
  const std::size_t cache = rest.find("__");
  if (cache == std::string::npos || rest.substr(cache) == "__384K") {
    rest = rest.substr(0, cache) + "__def";
  }
  return compiled.substr(0, chip) + "ethos-" + compiled.substr(chip, mode - chip) +
         (u55 ? "__Ethos_U55_High_End_Embedded__" : "__Ethos_U65_High_End__") + rest;
}

TEST(ListingNames, EveryOperationHasANameAndEveryRowItsMultiplyAccumulates) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  SPILLWAY_NEEDS_SHARED("reference/vela/per_layer");
  for (const char* compiled : compiled_files) {
    const Network network = compiled_network(compiled);
    const DecodedFile file = decode(network);
    const std::vector<VelaLayer> layers = listing(listing_of(compiled));
    const CommandNames names = names_from_listing(file, layers, listing_of(compiled));
    std::map<std::string, std::int64_t> listed;
    std::map<std::string, std::int64_t> found;
    for (const VelaLayer& layer : layers) {
      // The test does not compare the MACs of reductions: Vela counts one MAC per input element,
      // the replay one per output element.
      if (layer.nng_operator != "ReduceSum") listed[layer.name] += layer.macs;
    }
    for (std::size_t s = 0; s < file.streams.size(); ++s) {
      for (const DecodedCommand& command : file.streams[s].commands) {
        if (command.kind != DecodedKind::operation) continue;
        ASSERT_EQ(names.count({s, command.word}), 1U) << compiled;
        const Operation& op = file.streams[s].operations[command.index];
        if (op.type == OperationType::pool && op.pool == PoolMode::reduce_sum) continue;
        found[names.at({s, command.word})] += macs(op);
      }
    }
    for (const auto& [name, macs] : listed) {
      EXPECT_EQ(found[name], macs) << compiled << ": " << name;
    }
  }
}

TEST(ListingNames, AreThoseOfTheReplayedOperations) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  SPILLWAY_NEEDS_SHARED("reference/vela/per_layer");
  ReplayOptions options;
  options.listing_file = listing_of(compiled_files[0]);
  options.listing = listing(options.listing_file);
  const Program program =
      replay(compiled_network(compiled_files[0]), load_target("ethos-u55-128"), options);
  EXPECT_EQ(program.operators.back().name, "Identity_shr30");
}

TEST(ListingNames, TheListingOfAnotherNetworkIsRefusedWithTheWord) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  SPILLWAY_NEEDS_SHARED("reference/vela/per_layer");
  const Network network = compiled_network(compiled_files[0]);
  const std::vector<VelaLayer> other = listing(listing_of(compiled_files[1]));
  EXPECT_THAT(
      test::user_error([&] { names_from_listing(decode(network), other, "other.csv"); }),
      testing::AllOf(testing::HasSubstr("word"), testing::HasSubstr("no row of other.csv")));
}

}  // namespace
}  // namespace spillway::ethosu
