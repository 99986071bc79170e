// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/repeated_values.h"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "experiments/sweep/sweep_file.h"
#include "experiments/sweep/sweep_table.h"
#include "tests/user_error.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::HasSubstr;

SweepSpec one_point() {
  SweepSpec spec;
  spec.networks = {load_network("ds_cnn")};
  spec.targets = {"ethos-u65-256"};
  return spec;
}

std::string refusal(const std::function<void(SweepSpec&)>& change) {
  SweepSpec spec = one_point();
  return test::user_error(
      [&] {
        change(spec);
        expand(spec);
      },
      ExitCode::usage);
}

TEST(RepeatedValues, AreRefusedInEveryListOfASweep) {
  const auto twice = [](const char* option, const char* value) {
    return refusal([&](SweepSpec& spec) {
      if (std::string(option) == "target") spec.targets.clear();
      for (int i = 0; i < 2; ++i) add_value(spec, option, value);
    });
  };
  EXPECT_EQ(twice("target", "ethos-u65-512"), "--target: 'ethos-u65-512' is given twice");
  EXPECT_EQ(twice("planner", "belady"), "--planner: 'belady' is given twice");
  EXPECT_EQ(twice("allocator", "tflm-greedy"), "--allocator: 'tflm-greedy' is given twice");
  EXPECT_EQ(twice("memory-mode", "Dedicated_Sram"),
            "--memory-mode: 'Dedicated_Sram' is given twice");
  EXPECT_EQ(twice("system-config", "Ethos_U65_Mid_End"),
            "--system-config: 'Ethos_U65_Mid_End' is given twice");
  EXPECT_EQ(twice("weight-ratio", "0.5"), "--weight-ratio: '0.5' is given twice");
  EXPECT_EQ(twice("part", "dram=ideal"), "--part: 'dram=ideal' is given twice");
  EXPECT_THAT(twice("memory", "sram=64K"), HasSubstr("'sram=64K' adds no size"));
  EXPECT_THAT(twice("memory", "sram=auto"), HasSubstr("'sram=auto' adds no size"));
}

TEST(RepeatedValues, AreFoundUnderOtherSpellingsToo) {
  EXPECT_EQ(refusal([](SweepSpec& spec) {
              add_option(spec, "threshold", "4K");
              add_option(spec, "threshold", "4096");
            }),
            "--threshold: '4096' is '4K' again");
  EXPECT_THAT(refusal([](SweepSpec& spec) {
                add_part(spec, "dram=ideal");
                add_part(spec, "DRAM=ideal");
              }),
              HasSubstr("'dram=ideal' is given twice"));
  EXPECT_THAT(refusal([](SweepSpec& spec) { add_memory(spec, "sram=64K+65536"); }),
              HasSubstr("--memory"));
}

TEST(RepeatedValues, APlannerNamedBesideAllIsARepetition) {
  EXPECT_EQ(refusal([](SweepSpec& spec) {
              add_planner(spec, "all");
              add_planner(spec, "belady");
            }),
            "--planner: 'belady' is given twice");
}

TEST(RepeatedValues, AreRefusedAmongNetworksAndSkipConditions) {
  EXPECT_EQ(refusal([](SweepSpec& spec) { spec.networks.push_back(load_network("ds_cnn")); }),
            "the network 'ds_cnn' is given twice");
  EXPECT_EQ(refusal([](SweepSpec& spec) {
              spec.skips = {"memory.sram<8K", "memory.sram<8K"};
            }),
            "--skip: 'memory.sram<8K' is given twice");
}

// Two ranges may have sizes in common, so that users can write a range that begins with the last
// size of another range.
TEST(RepeatedValues, RangesMayOverlap) {
  SweepSpec spec = one_point();
  add_memory(spec, "sram=16K:64K:16K+64K:128K:32K");
  EXPECT_EQ(SweepTable(spec).points().size(), 6U);
}

TEST(RepeatedValues, InASweepFileAreMistakesOfThatFile) {
  EXPECT_EQ(test::user_error([&] {
              parse_sweep_file(
                  "kind = \"sweep\"\ndescription = \"x\"\nnetworks = [\"ds_cnn\"]\n"
                  "targets = [\"ethos-u65-256\"]\nplanners = [\"belady\", \"belady\"]\n",
                  "s.toml");
            }),
            "s.toml: --planner: 'belady' is given twice");
}

}  // namespace
}  // namespace spillway
