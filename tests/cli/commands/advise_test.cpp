// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "experiments/answers/compare_planners.h"
#include "tests/cli/answer_run.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"

namespace spillway::cli {
namespace {

using testing::Contains;

std::string scratch_file() {
  return (std::filesystem::path(testing::TempDir()) /
          ("spillway_advise" + std::to_string(::getpid()) + ".json"))
      .string();
}

void expect_commands_repeat(const Json& answer) {
  const std::string file = scratch_file();
  for (const Json& advice : answer["advice"]) {
    EXPECT_EQ(test::cycles_of_command(advice["command"], file), advice["total_cycles"]) << advice;
  }
  std::filesystem::remove(file);
}

std::set<std::string> kinds_of(const Json& answer) {
  std::set<std::string> kinds;
  for (const Json& advice : answer["advice"]) kinds.insert(advice["kind"]);
  return kinds;
}

TEST(SlowAdvise, EveryChangeHasTheTimeThatItsCommandGives) {
  const Json answer =
      test::answer_of({"advise", "resnet8", "--target", "ethos-u65-256", "--memory-mode",
                       "Dedicated_Sram", "--memory", "sram=16K", "--planner", "size-threshold"});
  ASSERT_TRUE(answer.is_object());
  EXPECT_GE(answer["advice"].size(), 10U);
  expect_commands_repeat(answer);
  for (const Json& advice : answer["advice"]) {
    EXPECT_LT(advice["total_cycles"], answer["now"]["total_cycles"]);
    EXPECT_NEAR(advice["saving"].get<double>(),
                1 - advice["latency_us"].get<double>() / answer["now"]["latency_us"].get<double>(),
                1e-9);
  }
  EXPECT_THAT(kinds_of(answer), Contains("planner"));
  EXPECT_THAT(kinds_of(answer), Contains("tensors"));
  EXPECT_THAT(kinds_of(answer), Contains("larger sram"));
  const std::set<std::string> chip = {"larger sram", "faster dram", "larger processor",
                                      "system configuration"};
  const auto of_chip = [&](const Json& advice) { return chip.count(advice["kind"]) > 0; };
  EXPECT_TRUE(std::is_partitioned(answer["advice"].begin(), answer["advice"].end(),
                                  [&](const Json& advice) { return !of_chip(advice); }));
}

TEST(Advise, ACombinationIsNeverSlowerThanTheBestSingleChange) {
  const Json answer = test::answer_of({"advise", "ds_cnn", "--target", "xcore.ai", "--quick",
                                       "--arena", "extram", "--weights", "flash"});
  ASSERT_TRUE(answer.is_object());
  double alone = 1e12, together = 1e12;
  for (const Json& advice : answer["advice"]) {
    if (advice["of_chip"]) continue;
    double& best = advice["kind"] == "together" ? together : alone;
    best = std::min(best, advice["latency_us"].get<double>());
  }
  EXPECT_LT(together, alone);
  expect_commands_repeat(answer);
}

TEST(SlowAdvise, OffersABoardOnlyItsOwnMemoriesClocksAndModes) {
  const auto of_chip = [](const Words& more) {
    const Json answer =
        test::answer_of(with({"advise", "ds_cnn", "--target", "himax-we2", "--quick"}, more));
    return std::count_if(answer["advice"].begin(), answer["advice"].end(),
                         [](const Json& advice) { return advice["of_chip"].get<bool>(); });
  };
  EXPECT_EQ(of_chip({}), 0);
  EXPECT_GT(of_chip({"--other-chips"}), 0);
}

TEST(SlowAdvise, FindsTheOperatorSplitsThatMakeALargeNetworkFitATile) {
  const Json answer = test::answer_of(
      {"advise", "mobilenet_v2_1.0_224", "--target", "xcore.ai", "--weights", "flash", "--quick"});
  ASSERT_TRUE(answer.is_object());
  EXPECT_EQ(answer["now"]["status"], "does not fit");
  double splits = 0, with_threads = 0, outside = 0;
  for (const Json& advice : answer["advice"]) {
    const bool threads =
        advice["options"].get<std::string>().find("--threads") != std::string::npos;
    if (advice["kind"] == "operator splits") {
      double& found = threads ? with_threads : splits;
      found = advice["latency_us"];
    }
    if (advice["kind"] == "memory of the maps") outside = advice["latency_us"];
  }
  ASSERT_GT(splits, 0);
  EXPECT_GT(outside, 6 * splits);
  ASSERT_GT(with_threads, 0);
  EXPECT_GT(splits, 3 * with_threads);
  // The first advice saves the most time. This advice combines split operators, more threads, and
  // weights that are loaded early.
  EXPECT_EQ(answer["advice"][0]["kind"], "together");
  EXPECT_LT(answer["advice"][0]["latency_us"].get<double>(), with_threads);
  EXPECT_EQ(test::cycles_of_command(answer["advice"][0]["command"], scratch_file()),
            answer["advice"][0]["total_cycles"]);
}

TEST(SlowAdvise, SavesHalfOfWhatTheBestPlanSavesOnASmallSram) {
  SPILLWAY_NEEDS_SHARED("models/mlperf_vww96.tflite");
  const std::string file = test::shared_path("models/mlperf_vww96.tflite");
  const Json answer = test::answer_of({"advise", file, "--target", "ethos-u65-256", "--memory-mode",
                                       "Dedicated_Sram", "--memory", "sram=32K"});
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = "Dedicated_Sram";
  point.target_options.capacities = {{"sram", 32768}};
  std::vector<std::string> names;
  for (const PlannerEntry& entry : planners()) names.push_back(entry.name);
  const Cycles best =
      compare_planners(load_network(file), point, names).scores.front().timing.total;
  const Cycles now = answer["now"]["total_cycles"];
  Cycles found = now;
  for (const Json& advice : answer["advice"]) {
    if (!advice["of_chip"]) found = std::min(found, advice["total_cycles"].get<Cycles>());
  }
  EXPECT_GE(2 * (now - found), now - best);
}

TEST(SlowAdvise, MovesRegionsOfACompiledNetwork) {
  const std::string name = "models/compiled/mlperf_kws__u55-128__Shared_Sram.tflite";
  SPILLWAY_NEEDS_SHARED(name);
  const Json answer =
      test::answer_of({"advise", test::shared_path(name), "--target", "ethos-u55-128"});
  ASSERT_TRUE(answer.is_object());
  EXPECT_THAT(kinds_of(answer), Contains("memory of a region"));
  expect_commands_repeat(answer);
}

TEST(SlowAdvise, NamesTheOperatorsThatACascadeHolds) {
  const Json answer = test::answer_of(
      {"advise", "mobilenet_v1_0.25_96", "--target", "ethos-u65-256", "--memory-mode",
       "Dedicated_Sram", "--memory", "sram=20K", "--quick", "--planner", "cadence-greedy"});
  ASSERT_TRUE(answer.is_object());
  const auto advice = std::find_if(answer["advice"].begin(), answer["advice"].end(),
                                   [](const Json& item) { return item["kind"] == "cascades"; });
  ASSERT_NE(advice, answer["advice"].end()) << answer;
  ASSERT_FALSE((*advice)["cascades"].empty());
  for (const Json& cascade : (*advice)["cascades"]) {
    EXPECT_LE(cascade["first_op"], cascade["last_op"]);
  }
  const std::string file = scratch_file();
  EXPECT_EQ(test::cycles_of_command((*advice)["command"], file), (*advice)["total_cycles"]);
  std::filesystem::remove(file);
}

TEST(SlowAdvise, TriesPlansOfOtherToolsAndSaysWhyOneIsImpossible) {
  const auto folder = std::filesystem::path(testing::TempDir()) /
                      ("spillway_advise_plans" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string good = (folder / "good.csv").string(), large = (folder / "large.csv").string();
  const std::vector<std::string> chip = {"--target", "ethos-u65-256", "--memory-mode",
                                         "Dedicated_Sram"};
  const auto with_chip = [&](std::vector<std::string> words) {
    words.insert(words.end(), chip.begin(), chip.end());
    return words;
  };
  for (const auto& [file, size] : {std::pair(good, "16K"), std::pair(large, "64K")}) {
    const test::Outcome made =
        test::outcome_of(with_chip({"run", "resnet8", "--plan-out", file, "--memory",
                                    std::string("sram=") + size, "--planner", "cadence-greedy"}));
    ASSERT_EQ(made.code, ExitCode::ok) << made.err;
  }
  const Json answer =
      test::answer_of(with_chip({"advise", "resnet8", good, large, "--memory", "sram=16K",
                                 "--planner", "size-threshold", "--threshold", "16", "--quick"}));
  ASSERT_TRUE(answer.is_object());
  const auto plan = std::find_if(answer["advice"].begin(), answer["advice"].end(),
                                 [](const Json& item) { return item["kind"] == "plan of others"; });
  ASSERT_NE(plan, answer["advice"].end());
  EXPECT_THAT((*plan)["command"].get<std::string>(), HasSubstr("--plan " + good));
  expect_commands_repeat(answer);
  ASSERT_EQ(answer["refused"].size(), 1U);
  EXPECT_THAT(answer["refused"][0].get<std::string>(), testing::StartsWith(large + ": "));
  std::filesystem::remove_all(folder);
}

TEST(SlowAdvise, FindsMemoryForACompiledNetworkThatDoesNotFit) {
  const std::string name = "models/compiled/mlperf_vww96__u65-256__Dedicated_Sram__64K.tflite";
  SPILLWAY_NEEDS_SHARED(name);
  const Json answer =
      test::answer_of({"advise", test::shared_path(name), "--target", "ethos-u65-256",
                       "--memory-mode", "Dedicated_Sram", "--memory", "sram=32K"});
  ASSERT_TRUE(answer.is_object());
  EXPECT_EQ(answer["now"]["status"], "does not fit");
  EXPECT_GT(answer["now"]["excess_bytes"], 0);
  EXPECT_THAT(kinds_of(answer), testing::IsSupersetOf({"larger sram", "memory of a region"}));
  expect_commands_repeat(answer);
}

// Without split operators, the network does not fit into 256 KiB, and the answer says how much
// memory it needs. With split operators, less memory is enough. The advice must name the smallest
// size that is enough.
TEST(SlowAdvise, NamesTheLeastMemoryWithWhichANetworkFits) {
  const Json answer = test::answer_of({"advise", "mobilenet_v2_1.0_224", "--target",
                                       "ethos-u55-128", "--memory", "sram=256K", "--quick"});
  ASSERT_TRUE(answer.is_object());
  const Bytes needed = (256 << 10) + answer["now"]["excess_bytes"].get<Bytes>();
  int least = 0;
  for (const Json& advice : answer["advice"]) {
    if (advice["kind"] != "least sram") continue;
    ++least;
    const auto options = advice["options"].get<std::string>();
    const std::string option = "--memory sram=";
    ASSERT_EQ(options.rfind(option, 0), 0U) << options;
    EXPECT_LT(std::stoll(options.substr(option.size())), needed / 2);
  }
  EXPECT_EQ(least, 1);
  expect_commands_repeat(answer);
}

TEST(Advise, NamesTheChangesThatMakeANetworkFit) {
  const test::Outcome outcome = test::outcome_of(
      {"advise", "resnet8", "--target", "ethos-u55-128", "--memory", "sram=16K", "--quick"});
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("changes that make it fit"));
  EXPECT_THAT(outcome.out, HasSubstr("larger sram: --memory sram="));
  EXPECT_EQ(
      test::outcome_of({"advise", "resnet8", "--target", "ethos-u55-128", "--arena", "srm"}).code,
      ExitCode::usage);
}

}  // namespace
}  // namespace spillway::cli
