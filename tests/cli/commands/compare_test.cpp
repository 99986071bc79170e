// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/cli/answer_run.h"
#include "tests/reference.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

class Compare : public test::InScratchFolder {
 protected:
  // Runs `compare` and returns the scores by the names of their planners. Each score has a command.
  // Also runs this command, and checks that it gives the cycles of the score.
  std::map<std::string, Json> scores_of(Words words) const {
    words.insert(words.begin(), "compare");
    words.insert(words.end(), {"--json", "-"});
    const test::Outcome outcome = test::outcome_of(words);
    EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
    std::map<std::string, Json> scores;
    const Json answer = Json::parse(outcome.out, nullptr, false);
    if (!answer.is_object()) return scores;
    for (const Json& score : answer["planners"]) {
      scores[score["planner"]] = score;
      if (score["status"] != "ok") continue;
      EXPECT_EQ(test::cycles_of_command(score["command"], path("run.json")), score["total_cycles"]);
      EXPECT_GE(score["total_cycles"], answer["bound_cycles"]);
    }
    return scores;
  }
};

TEST_F(Compare, RefusesPlannersAndFilesThatAreNamedTwice) {
  const auto refused = [](const Words& words) {
    const test::Outcome outcome = test::outcome_of(words);
    EXPECT_EQ(outcome.code, ExitCode::usage);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  for (const char* option : {"--planner", "--weight-policy"}) {
    const std::string value = option == std::string("--planner") ? "belady" : "vela";
    EXPECT_THAT(refused(test::with_chip({"compare", "resnet8", option, value + "," + value})),
                HasSubstr("'" + value + "' is given twice"));
  }
  EXPECT_THAT(refused(test::with_chip({"compare", "resnet8", "--plan", "a.csv,a.csv"})),
              HasSubstr("--plan: 'a.csv' is given twice"));
  EXPECT_THAT(refused(test::with_chip({"compare", "resnet8", "ds_cnn", "ds_cnn"})),
              HasSubstr("'ds_cnn' is given twice"));
  EXPECT_THAT(refused(test::with_chip({"run", "resnet8", "--require", "sram<=1M,sram<=2M"})),
              HasSubstr("--require: 'sram' is given twice"));
  EXPECT_THAT(
      refused(test::with_chip({"run", "resnet8", "--part", "dram=ideal,DRAM=DDR3-1600K-x16"})),
      HasSubstr("--part: 'dram' is given twice"));
}

TEST_F(Compare, TakesPlannersWithWeightPoliciesAndPlansFromFiles) {
  ASSERT_EQ(test::outcome_of(test::with_chip({"plan", "resnet8", "--planner", "size-threshold",
                                              "--output", path("mine.csv")}))
                .code,
            ExitCode::ok);
  write_file(path("bad.csv"), "name,lower,upper,size,memory,offset\nnobody,0,1,16,sram,0\n");
  const auto scores = scores_of(
      test::with_chip({"resnet8", "--planner", "cadence-greedy,vela-spill", "--weight-policy",
                       "vela,in-place", "--plan", path("mine.csv") + "," + path("bad.csv")}));
  ASSERT_EQ(scores.size(), 6U);
  EXPECT_EQ(scores.count("vela-spill in-place"), 1U);
  EXPECT_EQ(scores.at(path("mine.csv"))["status"], "ok");
  EXPECT_THAT(scores.at(path("bad.csv"))["message"].get<std::string>(), HasSubstr("bad.csv"));
}

TEST_F(Compare, TakesCompiledFilesOfTheSameNetwork) {
  const std::string network = "models/mlperf_vww96.tflite";
  const std::string compiled = "models/compiled/mlperf_vww96__u65-256__Dedicated_Sram__64K.tflite";
  const std::string another = "models/compiled/mlperf_kws__u55-128__Shared_Sram.tflite";
  SPILLWAY_NEEDS_SHARED(network);
  SPILLWAY_NEEDS_SHARED(compiled);
  SPILLWAY_NEEDS_SHARED(another);
  const auto file = [](const std::string& name) { return test::shared_path(name); };
  const auto scores = scores_of(test::with_chip(
      {file(network), file(compiled), "--memory", "sram=64K", "--weight-ratio", "1"}));
  // Without --planner, `compare` compares the compiled file with only one planner, the default
  // planner of the target.
  EXPECT_EQ(scores.size(), 2U);
  EXPECT_EQ(scores.count("vela"), 1U);
  EXPECT_THAT(test::outcome_of(test::with_chip({"compare", file(network), file(another)})).err,
              HasSubstr("another network"));
  EXPECT_THAT(test::outcome_of(test::with_chip({"compare", file(network), file(network)})).err,
              HasSubstr("is not compiled"));
}

TEST_F(Compare, OneRunBesideAListingTakesOneWeightPolicy) {
  write_file(path("listing.csv"), "TFLite Operator,NNG Operator,SRAM Usage,Peak%,Op Cycles\n");
  const test::Outcome outcome = test::outcome_of(test::with_chip(
      {"compare", "resnet8", "--with", path("listing.csv"), "--weight-policy", "vela,in-place"}));
  EXPECT_EQ(outcome.code, ExitCode::usage);
  EXPECT_THAT(outcome.err, HasSubstr("one weight policy"));
}

TEST_F(Compare, SaysWhichViolationMakesAPlanInvalid) {
  write_file(path("bad.csv"),
             "id,lower,upper,size,offset,memory\nconv,1,3,8000,0,sram\n"
             "block1_depthwise,2,4,8000,16,sram\n");
  const Words words =
      test::with_chip({"compare", "ds_cnn", "--plan", path("bad.csv"), "--json", "-"});
  const auto answer = nlohmann::json::parse(test::outcome_of(words).out);
  const std::string message = answer["planners"][1]["message"];
  EXPECT_THAT(message, HasSubstr("overlaps 'conv' at sram"));
  EXPECT_THAT(test::outcome_of({words.begin(), words.end() - 2}).out, HasSubstr(message));
}

// The planner of TinyEngine may place two buffers with equal live ranges at the same addresses. No
// kernel of an xcore.ai tile can compute with such a plan. The commands must warn of the plan.
TEST_F(Compare, SaysWhichPlanNoProcessorCanRun) {
  const Words tile = {"resnet8", "--target", "xcore.ai", "--planner"};
  const auto errors_of = [&](const char* command, const char* planner) {
    Words words = tile;
    words.insert(words.begin(), command);
    words.emplace_back(planner);
    return test::outcome_of(words).err;
  };
  const auto says = HasSubstr("warning: tinyengine-firstfit has 6 overlaps of buffers that live");
  EXPECT_THAT(errors_of("compare", "cadence-greedy,tinyengine-firstfit"), says);
  EXPECT_THAT(errors_of("run", "tinyengine-firstfit"), says);
  EXPECT_EQ(errors_of("run", "tflm-greedy"), "");
}

TEST_F(Compare, ExitsLikeARunWhereNoPlanFitsAndSaysWhatHelps) {
  const test::Outcome none =
      test::outcome_of({"compare", "ds_cnn", "--target", "ethos-u55-128", "--memory", "sram=8K"});
  EXPECT_EQ(none.code, ExitCode::run_failed);
  EXPECT_THAT(none.out, HasSubstr("does not fit"));
  EXPECT_THAT(none.err, HasSubstr("spillway advise ds_cnn"));
  const test::Outcome tile =
      test::outcome_of({"compare", "ds_cnn", "--target", "xcore.ai", "--memory", "sram=20K"});
  EXPECT_EQ(tile.code, ExitCode::run_failed);
  EXPECT_THAT(tile.err, HasSubstr("changes that make the network fit"));
}

TEST_F(Compare, AMistakeCommonToAllPlannersIsOneMessage) {
  const test::Outcome outcome =
      test::outcome_of({"compare", "ds_cnn", "--target", "ethos-u55-128", "--arena", "nosuch"});
  EXPECT_EQ(outcome.code, ExitCode::usage);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("unknown memory 'nosuch'; expected one of: sram, flash"));
}

}  // namespace
}  // namespace spillway::cli
