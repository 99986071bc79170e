// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "hwmodels/ethosu/replay/operator_names.h"
#include "hwmodels/ethosu/replay/replay.h"
#include "tests/hwmodels/ethosu/replay/compiled_network.h"
#include "tests/reference.h"

namespace spillway::ethosu {
namespace {

using test::compiled_network;

constexpr const char* u55 = "__Ethos_U55_High_End_Embedded__";
constexpr const char* u65 = "__Ethos_U65_High_End__";

std::vector<VelaLayer> listing(const std::string& name) {
  const std::string path = test::shared_path("reference/vela/per_layer/" + name + ".csv");
  return parse_vela_per_layer(read_text(path), path);
}

std::string listing_of(const std::string& network, const std::string& accelerator,
                       const std::string& system, const std::string& mode_and_cache) {
  return network + "__ethos-" + accelerator + system + mode_and_cache;
}

struct Pair {
  std::string compiled;
  std::string listing;
};

std::vector<Pair> pairs() {
  return {{"mlperf_kws__u55-128__Shared_Sram",
           listing_of("mlperf_kws", "u55-128", u55, "Shared_Sram__def")},
          {"mlperf_resnet_quant__u55-128__Shared_Sram",
           listing_of("mlperf_resnet_quant", "u55-128", u55, "Shared_Sram__def")},
          {"mlperf_vww96__u55-128__Shared_Sram",
           listing_of("mlperf_vww96", "u55-128", u55, "Shared_Sram__def")},
          {"mlperf_vww96__u65-512__Dedicated_Sram__384K",
           listing_of("mlperf_vww96", "u65-512", u65, "Dedicated_Sram__def")},
          {"tflm_person_detect__u55-128__Shared_Sram",
           listing_of("tflm_person_detect", "u55-128", u55, "Shared_Sram__def")},
          {"mit_detection__u55-128__Shared_Sram",
           listing_of("mit_detection", "u55-128", u55, "Shared_Sram__def")},
          // These files have cascades, in whose command streams stripes of several operators
          // alternate.
          {"mlperf_vww96__u65-256__Dedicated_Sram__64K",
           listing_of("mlperf_vww96", "u65-256", u65, "Dedicated_Sram__64K")},
          {"mit_detection__u65-256__Dedicated_Sram__64K",
           listing_of("mit_detection", "u65-256", u65, "Dedicated_Sram__64K")},
          {"tflm_mobilenet_v2_pt__u65-256__Dedicated_Sram",
           listing_of("tflm_mobilenet_v2_pt", "u65-256", u65, "Dedicated_Sram__def")}};
}

TEST(ListingNames, EveryOperationHasANameAndEveryRowItsMultiplyAccumulates) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  SPILLWAY_NEEDS_SHARED("reference/vela/per_layer");
  for (const Pair& pair : pairs()) {
    const Network network = compiled_network(pair.compiled);
    const DecodedFile file = decode(network);
    const std::vector<VelaLayer> layers = listing(pair.listing);
    const CommandNames names = names_from_listing(file, layers, pair.listing);
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
        ASSERT_EQ(names.count({s, command.word}), 1U) << pair.compiled;
        const Operation& op = file.streams[s].operations[command.index];
        if (op.type == OperationType::pool && op.pool == PoolMode::reduce_sum) continue;
        found[names.at({s, command.word})] += macs(op);
      }
    }
    for (const auto& [name, macs] : listed) {
      EXPECT_EQ(found[name], macs) << pair.compiled << ": " << name;
    }
  }
}

TEST(ListingNames, AreThoseOfTheReplayedOperations) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  SPILLWAY_NEEDS_SHARED("reference/vela/per_layer");
  const Pair pair = pairs().front();
  ReplayOptions options;
  options.listing = listing(pair.listing);
  options.listing_file = pair.listing;
  const Program program =
      replay(compiled_network(pair.compiled), load_target("ethos-u55-128"), options);
  EXPECT_EQ(program.operators.back().name, "Identity_shr30");
}

TEST(ListingNames, TheListingOfAnotherNetworkIsRefusedWithTheWord) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  SPILLWAY_NEEDS_SHARED("reference/vela/per_layer");
  const Network network = compiled_network(pairs()[0].compiled);
  try {
    names_from_listing(decode(network), listing(pairs()[1].listing), "other.csv");
    FAIL() << "took the names of another network";
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::input_file);
    EXPECT_THAT(error.what(), testing::HasSubstr("word"));
    EXPECT_THAT(error.what(), testing::HasSubstr("no row of other.csv"));
  }
}

}  // namespace
}  // namespace spillway::ethosu
