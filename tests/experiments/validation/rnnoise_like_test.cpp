// SPDX-License-Identifier: Apache-2.0
// Tests a network of many small kernels that read weights and commands directly from a slow memory.
// The network has the same layers as RNNoise, and its times must be close to measurements of
// RNNoise on Arm's FVPs.
#include <gtest/gtest.h>

#include "experiments/point/design_point.h"
#include "hwmodels/ethosu/options.h"
#include "tests/checkout.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

struct Row {
  std::string target;
  std::string system_config;
  std::string memory_mode;
  // active cycles of RNNoise on the FVP, from the measurements of docs/validation.md
  double cycles;
};

Cycles run_like(const Row& row) {
  DesignPoint point;
  point.target = row.target;
  point.target_options.system_config = row.system_config;
  point.target_options.memory_mode = row.memory_mode;
  point.planner = "cadence-greedy";
  point.weight_policy = "in-place";
  point.family_options.of<ethosu::Options>().schedule.weight_ratio =
      1.12;  // weight ratio with which the beats of weights are those of RNNoise
  static const Network network = load_network(test::checkout_path("tests/data/rnnoise_like.csv"));
  return run_point(network, point).timing.total;
}

TEST(RnnoiseLike, TakesTheTimeOfRnnoiseOnEveryAccelerator) {
  const std::string u55 = "Corstone_300_U55_High_End";
  const std::string u65 = "Corstone_300_U65_High_End";
  const std::vector<Row> rows = {
      {"ethos-u55-32", u55, "Shared_Sram", 111'737},
      {"ethos-u55-64", u55, "Shared_Sram", 108'557},
      {"ethos-u55-128", u55, "Shared_Sram", 105'087},
      {"ethos-u55-256", u55, "Shared_Sram", 104'364},
      {"ethos-u65-256", u65, "Dedicated_Sram", 64'533},
      {"ethos-u65-512", u65, "Dedicated_Sram", 49'484},
  };
  for (const Row& row : rows) {
    const auto cycles = static_cast<double>(run_like(row));
    EXPECT_NEAR(cycles, row.cycles, 0.04 * row.cycles) << row.target;
  }
}

}  // namespace
}  // namespace spillway
