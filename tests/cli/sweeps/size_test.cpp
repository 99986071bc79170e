// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "base/text.h"
#include "experiments/rows/sweep_rows.h"
#include "tests/cli/answer_run.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

class Size : public test::InScratchFolder {
 protected:
  Json answer_to(const Words& words) const {
    Words all = {"size", "--jobs", "2", "--json", "-"};
    all.insert(all.end(), words.begin(), words.end());
    const test::Outcome outcome = test::outcome_of(all);
    EXPECT_THAT(outcome.code, testing::AnyOf(ExitCode::ok, ExitCode::check_missed)) << outcome.err;
    return Json::parse(outcome.out, nullptr, false);
  }

  Json cycles_of(const Json& point) const {
    return test::cycles_of_command(point["command"], path("run.json"));
  }

  // Simulates all memory sizes from which `size` chooses its answers. Returns the lowest latency in
  // microseconds at each size. The map has no entry for sizes at which no plan fits.
  std::map<Bytes, double> full_sweep(const Words& words, const Json& answers) const {
    const std::string file = path("full" + std::to_string(sweeps_++) + ".csv");
    Words all = {"sweep", "--jobs", "2", "--output", file, "--memory"};
    all.push_back("sram=" + std::to_string(answers["first_bytes"].get<Bytes>()) + ":" +
                  std::to_string(answers["last_bytes"].get<Bytes>()) + ":" +
                  std::to_string(answers["step_bytes"].get<Bytes>()));
    all.insert(all.end(), words.begin(), words.end());
    EXPECT_EQ(test::outcome_of(all).code, ExitCode::ok);
    std::map<Bytes, double> fastest;
    for (const SweepRow& row : read_sweep_file(file)) {
      if (!row.latency_us) continue;
      const auto entry = fastest.try_emplace(row.fast_bytes, *row.latency_us).first;
      entry->second = std::min(entry->second, *row.latency_us);
    }
    return fastest;
  }

  mutable int sweeps_ = 0;
};

bool falls(const std::map<Bytes, double>& curve) {
  return std::is_sorted(curve.begin(), curve.end(),
                        [](const auto& a, const auto& b) { return a.second > b.second; }) ||
         std::adjacent_find(curve.begin(), curve.end(), [](const auto& a, const auto& b) {
           return a.second < b.second;
         }) == curve.end();
}

const Words dedicated = {"--target", "ethos-u65-256", "--memory-mode", "Dedicated_Sram"};

using SlowSize = Size;

TEST_F(SlowSize, FindsTheSizeOfAFullSweepWithAFifthOfItsPointsOnFallingCurves) {
  const std::vector<Words> targets = {
      dedicated,
      {"--target", "ethos-u85-256", "--memory-mode", "Dedicated_Sram"},
      {"--target", "ethos-u55-128"},
  };
  int falling = 0;
  for (const char* network : {"resnet8", "ds_cnn", "mobilenet_v1_0.25_96", "autoencoder"}) {
    for (const Words& target : targets) {
      for (const char* const goal : {"3%", "30%"}) {
        Words words = {network, "--planner", "cadence-greedy"};
        words.insert(words.end(), target.begin(), target.end());
        Words question = words;
        question.insert(question.end(), {"--within", goal, "--step", "1K"});
        const Json answers = answer_to(question);
        const Json& answer = answers["answers"][0];
        const std::map<Bytes, double> curve = full_sweep(words, answers);
        const auto first = std::find_if(curve.begin(), curve.end(), [&](const auto& entry) {
          return entry.second <= answer["goal_us"].get<double>();
        });
        ASSERT_NE(first, curve.end());
        const Bytes size = answer["smallest"]["size_bytes"];
        const std::string what = std::string(network) + " " + target[1] + " " + std::string(goal);
        EXPECT_EQ(cycles_of(answer["smallest"]), answer["smallest"]["total_cycles"]) << what;
        EXPECT_LE(curve.at(size), answer["goal_us"].get<double>()) << what;
        if (answers["points"] >= 60) {
          EXPECT_LT(5 * answers["simulated_points"].get<int>(), answers["points"].get<int>());
        }
        if (!falls(curve)) continue;
        ++falling;
        EXPECT_EQ(size, first->first) << what;
      }
    }
  }
  EXPECT_GE(falling, 8);
}

TEST_F(Size, EveryPointHasTheTimeThatItsCommandGives) {
  Words words = {"mobilenet_v1_0.25_96", "--latency", "0.2ms", "--step", "8K"};
  words.insert(words.end(), dedicated.begin(), dedicated.end());
  const Json answers = answer_to(words);
  const Json& answer = answers["answers"][0];
  for (const char* which : {"smallest", "cheaper", "faster", "roomy"}) {
    ASSERT_TRUE(answer[which].is_object()) << which;
    EXPECT_EQ(cycles_of(answer[which]), answer[which]["total_cycles"]) << which;
  }
  ASSERT_GE(answer["curve"].size(), 3U);
  for (const Json& point : answer["curve"]) EXPECT_EQ(cycles_of(point), point["total_cycles"]);
  EXPECT_LE(answer["smallest"]["latency_us"], 200);
  EXPECT_GT(answer["cheaper"]["latency_us"], 200);
  double shares = 0;
  for (const auto& [name, share] : answer["smallest"]["shares"].items()) {
    shares += share.get<double>();
  }
  EXPECT_NEAR(shares, 1, 1e-6);
}

TEST_F(Size, StoresItsPointsForItselfAndForSweeps) {
  Words words = {"resnet8", "--within", "5%",  "--planner", "cadence-greedy",  "--step",
                 "4K",      "--up-to",  "64K", "--output",  path("points.csv")};
  words.insert(words.end(), dedicated.begin(), dedicated.end());
  const Json first = answer_to(words);
  const std::string rows = read_text(path("points.csv"));
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 1 + first["simulated_points"].get<int>());
  EXPECT_EQ(answer_to(words), first);
  words[2] = "0.05";
  EXPECT_EQ(answer_to(words), first);
  EXPECT_EQ(read_text(path("points.csv")), rows);
  Words sweep = {"sweep",    "resnet8",        "--planner", "cadence-greedy",
                 "--memory", "sram=4K:64K:4K", "--output",  path("points.csv")};
  sweep.insert(sweep.end(), dedicated.begin(), dedicated.end());
  EXPECT_EQ(test::outcome_of(sweep).code, ExitCode::ok);
  const std::string whole = read_text(path("points.csv"));
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 17);
}

TEST_F(Size, GivesASizeForEachVariedChoice) {
  const Json answers =
      answer_to({"resnet8", "--target", "ethos-u65-256", "--memory-mode", "Dedicated_Sram",
                 "--latency", "200us", "--planner", "cadence-greedy", "--step", "8K", "--vary",
                 "target=ethos-u65-512", "--vary", "part=dram=ideal,DDR3-1600K-x16"});
  ASSERT_EQ(answers["answers"].size(), 4U);
  for (const Json& answer : answers["answers"]) {
    EXPECT_THAT(answer["label"].get<std::string>(), HasSubstr("dram="));
    EXPECT_THAT(answer["label"].get<std::string>(), HasSubstr("ethos-u65-"));
    EXPECT_EQ(cycles_of(answer["roomy"]), answer["roomy"]["total_cycles"]);
  }
}

TEST_F(Size, SaysThatNoSizeIsEnough) {
  Words words = {"size", "resnet8", "--latency", "1us", "--planner", "cadence-greedy"};
  words.insert(words.end(), dedicated.begin(), dedicated.end());
  const test::Outcome outcome = test::outcome_of(words);
  EXPECT_EQ(outcome.code, ExitCode::check_missed);
  EXPECT_THAT(outcome.out, HasSubstr("no size that was simulated reaches it"));
}

TEST_F(Size, RefusesIncompleteAndContradictoryQuestions) {
  const auto refused = [](Words words) {
    words.insert(words.begin(), {"size", "resnet8", "--target", "ethos-u65-256"});
    const test::Outcome outcome = test::outcome_of(words);
    EXPECT_EQ(outcome.code, ExitCode::usage) << outcome.out;
    return outcome.err;
  };
  EXPECT_THAT(refused({}), HasSubstr("--latency 33ms or --within 5%"));
  EXPECT_THAT(refused({"--latency", "33"}), HasSubstr("33ms"));
  EXPECT_THAT(refused({"--latency", "-1ms"}), HasSubstr("33ms"));
  EXPECT_THAT(refused({"--within", "5"}), HasSubstr("5% or 0.05"));
  EXPECT_THAT(refused({"--within", "5%", "--of", "sramm"}), HasSubstr("sram"));
  EXPECT_THAT(refused({"--within", "5%", "--step", "0"}), HasSubstr("above 0"));
  EXPECT_THAT(refused({"--within", "5%", "--up-to", "1K", "--step", "4K"}), HasSubstr("multiple"));
  EXPECT_THAT(refused({"--within", "5%", "--vary", "part"}), HasSubstr("OPTION=VALUE"));
  EXPECT_THAT(refused({"--within", "5%", "--of", "sram", "--memory", "sram=64K"}),
              HasSubstr("--up-to"));
}

}  // namespace
}  // namespace spillway::cli
