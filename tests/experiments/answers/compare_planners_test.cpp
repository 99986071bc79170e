// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/compare_planners.h"

#include <algorithm>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/reference.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::HasSubstr;

DesignPoint point_of(const std::string& target, Bytes sram) {
  DesignPoint point;
  point.target = target;
  point.target_options.capacities = {{"sram", sram}};
  return point;
}

const std::vector<std::string> some_planners = {"tflm-greedy", "cadence-greedy", "vela-spill"};

TEST(SlowComparePlanners, NoPlanIsFasterThanTheBoundOnAnyBuiltinNetwork) {
  for (const char* name : {"mobilenet_v1_0.25_96", "resnet8", "ds_cnn", "autoencoder"}) {
    const Network network = load_network(name);
    for (const char* target : {"ethos-u55-32", "ethos-u65-512", "ethos-u85-256"}) {
      for (const Bytes sram : {Bytes{16} << 10, Bytes{64} << 20}) {
        const PlannerComparison result =
            compare_planners(network, point_of(target, sram), some_planners);
        const bool fits =
            std::any_of(result.scores.begin(), result.scores.end(),
                        [](const PlannerScore& score) { return score.failure.empty(); });
        ASSERT_EQ(result.bound.has_value(), fits);
        if (!fits) continue;
        EXPECT_GT(*result.bound, 0);
        for (const PlannerScore& score : result.scores) {
          if (score.failure.empty()) {
            EXPECT_GE(score.timing.total, *result.bound) << name << " " << target;
          }
        }
      }
    }
  }
}

// The planner `search` encodes the weights of this network in fewer bytes than the compiler. The
// bound must count these bytes, whatever encoding the user chose.
TEST(SlowComparePlanners, TheBoundCountsTheSmallestEncodingOfWeights) {
  SPILLWAY_NEEDS_SHARED("models/mlperf_ad01_int8.tflite");
  const Network network = load_network(test::shared_path("models/mlperf_ad01_int8.tflite"));
  DesignPoint point;
  point.target = "himax-we2";
  const PlannerComparison result = compare_planners(network, point, {"search"});
  EXPECT_THAT(result.lowering, HasSubstr("--weight-encoding smallest"));
  ASSERT_TRUE(result.bound);
  EXPECT_GE(result.scores.front().timing.total, *result.bound);
}

TEST(SlowComparePlanners, PlansChosenByTimeAreAboveTheBoundAndBelowOtherPlans) {
  for (const char* name : {"mobilenet_v1_0.25_96", "resnet8", "ds_cnn"}) {
    const Network network = load_network(name);
    for (const Bytes sram : {Bytes{4} << 10, Bytes{12} << 10, Bytes{40} << 10}) {
      DesignPoint point = point_of("ethos-u65-256", sram);
      point.target_options.memory_mode = "Dedicated_Sram";
      point.planner_options.search_budget = 25;
      const PlannerComparison result = compare_planners(
          network, point, {"search", "xla-msa", "belady", "banked-greedy", "cadence-greedy"});
      ASSERT_TRUE(result.bound);
      Cycles searched = 0;
      for (const PlannerScore& score : result.scores) {
        EXPECT_GE(score.timing.total, *result.bound) << name << " " << score.planner;
        if (score.planner == "search") searched = score.timing.total;
      }
      EXPECT_EQ(searched, result.scores.front().timing.total) << name << " " << sram;
    }
  }
}

TEST(ComparePlanners, RanksByLatencyWithFailuresLast) {
  DesignPoint point = point_of("ethos-u65-256", Bytes{16} << 10);
  point.target_options.memory_mode = "Dedicated_Sram";
  const PlannerComparison result = compare_planners(load_network("ds_cnn"), point, some_planners);
  ASSERT_EQ(result.scores.size(), 3U);
  for (std::size_t i = 1; i < result.scores.size(); ++i) {
    EXPECT_LE(result.scores[i - 1].timing.total, result.scores[i].timing.total);
  }
  point.target_options.capacities.emplace_back("dram", 1024);
  for (const PlannerScore& score :
       compare_planners(load_network("ds_cnn"), point, some_planners).scores) {
    EXPECT_THAT(score.failure, HasSubstr("does not fit"));
  }
}

TEST(ComparePlanners, TheTableFitsATerminal) {
  const std::string text = printed_text(planner_ranking(compare_planners(
      load_network("ds_cnn"), point_of("ethos-u65-256", Bytes{16} << 10), some_planners)));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  EXPECT_THAT(text, HasSubstr("vela-spill"));
  EXPECT_THAT(text, HasSubstr("bound: "));
}

}  // namespace
}  // namespace spillway
