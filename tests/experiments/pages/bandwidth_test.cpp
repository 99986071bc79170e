// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "experiments/point/design_point.h"
#include "experiments/point/plans/capacity_error.h"
#include "hwmodels/target/peak_rate.h"
#include "tests/reference.h"
#include "tests/traces/random_layers.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

constexpr double picoseconds_per_second = 1e12;

// A run counts the bytes that each memory moves in each bucket (a time interval). Checks for each
// memory:
// * The buckets together hold all bytes that the run moves.
// * No bucket holds more bytes than the memory and its port can move in the time of a bucket.
// * The buckets together hold no more bytes than the memory can move in the time of the run.
void expect_bandwidth(const PointResult& result) {
  const Timing& timing = result.timing;
  const Picoseconds end = timing.clock.to_time(timing.total);
  ASSERT_GT(timing.bucket, 0);
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    const MemoryActivity& memory = timing.memories[m];
    const std::vector<Bytes>& buckets = memory.bytes_per_bucket;
    const Bytes moved = memory.read_bytes + memory.write_bytes;
    EXPECT_EQ(std::accumulate(buckets.begin(), buckets.end(), Bytes{0}), moved) << memory.name;
    const std::int64_t peak = peak_bytes_per_second(result.target, result.target.memories[m]);
    if (peak == 0 || buckets.empty()) continue;
    const double room =
        static_cast<double>(peak) * static_cast<double>(timing.bucket) / picoseconds_per_second;
    EXPECT_LE(static_cast<double>(*std::max_element(buckets.begin(), buckets.end())), room)
        << memory.name;
    // The bytes of the last burst of command words. The processor reads command words ahead, so
    // this burst may end after the run.
    constexpr double last_burst = 256;
    const double carried = static_cast<double>(peak) * static_cast<double>(end);
    EXPECT_LE(static_cast<double>(moved), carried / picoseconds_per_second + last_burst)
        << memory.name;
  }
}

// Checks the bandwidth that a page draws. If the bytes of a bucket would exceed the rate of the
// memory, the excess bytes count in later buckets. So the last bucket may lie after the end of the
// run, but must not lie much later.
void expect_truthful(const Network& network, const DesignPoint& point) {
  SCOPED_TRACE(network.name + " on " + point.target + " " + point.target_options.memory_mode);
  const PointResult result = run_point(network, point);
  expect_bandwidth(result);
  const Timing& timing = result.timing;
  const std::int64_t buckets = timing.clock.to_time(timing.total) / timing.bucket;
  for (const MemoryActivity& memory : timing.memories) {
    EXPECT_LE(static_cast<std::int64_t>(memory.bytes_per_bucket.size()), buckets + buckets / 50 + 2)
        << memory.name;
  }
}

DesignPoint point_of(const std::string& target, const std::string& mode) {
  DesignPoint point;
  point.target = target;
  point.target_options.memory_mode = mode;
  return point;
}

void expect_truthful_everywhere(const char* name, bool large = false) {
  const Network network = load_network(name);
  std::size_t fitting = 0;
  for (const std::string& target : target_names()) {
    // Skipped because it is like xcore.ai, but takes seconds.
    if (large && target == "xcore.ai-2022") continue;
    // Some large networks do not fit into the SRAM of a tile, so their maps lie in external RAM.
    const bool tile = target.rfind("xcore", 0) == 0;
    try {
      expect_truthful(network, point_of(target, tile && large ? "Extram_Arena" : ""));
      ++fitting;
    } catch (const CapacityError&) {
      // Only a large network may exceed the memory of a target.
      EXPECT_TRUE(large) << name << " on " << target;
    }
  }
  EXPECT_GT(fitting, 10U);
  for (const char* mode : {"Dedicated_Sram", "Shared_Sram", "Sram_Only"}) {
    expect_truthful(network, point_of("ethos-u65-256", mode));
  }
  if (!large) expect_truthful(network, point_of("xcore.ai", "Extram_Arena"));
  DesignPoint dram = point_of("ethos-u65-256", "Dedicated_Sram");
  dram.target_options.parts = {{"dram", "LPDDR4-3200-x16"}};
  expect_truthful(network, dram);
}

TEST(BandwidthOverTime, NoBucketExceedsThePeakOfAnyTarget) {
  for (const char* network : {"ds_cnn", "resnet8", "autoencoder", "mobilenet_v1_0.25_96"}) {
    expect_truthful_everywhere(network);
  }
}

TEST(SlowBandwidthOverTime, NoBucketExceedsThePeakWithALargeNetwork) {
  expect_truthful_everywhere("mobilenet_v2_1.0_224", true);
}

RC_GTEST_PROP(BandwidthOverTime, NoBucketExceedsThePeakInARandomNetwork, ()) {
  DesignPoint point;
  point.target = *rc::gen::elementOf(target_names());
  expect_bandwidth(run_point(test::random_layers(), point));
  RC_ASSERT(!::testing::Test::HasFailure());
}

TEST(BandwidthOverTime, NoBucketExceedsThePeakInACompiledNetwork) {
  for (const char* file :
       {"mlperf_vww96__u65-256__Dedicated_Sram__64K", "mlperf_kws__u55-128__Shared_Sram"}) {
    const std::string path = "models/compiled/" + std::string(file) + ".tflite";
    SPILLWAY_NEEDS_SHARED(path);
    const bool u65 = std::string(file).find("u65") != std::string::npos;
    expect_truthful(load_network(test::shared_path(path)),
                    u65 ? point_of("ethos-u65-256", "Dedicated_Sram")
                        : point_of("ethos-u55-128", "Shared_Sram"));
  }
}

}  // namespace
}  // namespace spillway
