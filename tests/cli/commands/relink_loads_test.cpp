// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "tests/cli/answer_run.h"
#include "tests/hwmodels/xcore/relink/loading_file.h"

namespace spillway::cli {
namespace {

class RelinkingLoads : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("spillway_loads" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    store("net.tflite", test::LoadingFile(3, test::LoadsOf::network).network());
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  void store(const std::string& name, const Network& network) const {
    write_file(path(name),
               {reinterpret_cast<const char*>(network.file->data()), network.file->size()});
  }

  test::Outcome relink(std::vector<std::string> words) const {
    words.insert(words.begin(), {"relink", path("net.tflite"), "--output", path("out.tflite")});
    return test::outcome_of(words);
  }

  fs::path folder_;
};

TEST_F(RelinkingLoads, SaysWhatChangedAndWritesAFileThatCheckProvesEqual) {
  const test::Outcome outcome = relink({"--json", path("out.json"), "--report", path("out.html")});
  ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("2 loads later"));
  EXPECT_THAT(outcome.out, HasSubstr("computes the same as the original; not run on silicon"));
  const auto json = nlohmann::json::parse(read_text(path("out.json")));
  EXPECT_EQ(json.at("loads").at("later"), 2);
  EXPECT_LT(json.at("after").at("arena_bytes"), json.at("before").at("arena_bytes"));
  EXPECT_EQ(json.at("cycles_after"), json.at("cycles_before"));
  EXPECT_EQ(json.at("proof"), "dataflow");
  EXPECT_THAT(read_text(path("out.html")), HasSubstr("\"later\":2"));
  const test::Outcome proof =
      test::outcome_of({"check", "--against", path("net.tflite"), path("out.tflite")});
  EXPECT_EQ(proof.code, ExitCode::ok) << proof.err;
  EXPECT_THAT(proof.out, HasSubstr("computes the same as"));
}

TEST_F(RelinkingLoads, CheckRefusesALoadBehindItsReader) {
  const Network network = test::LoadingFile(3).network();
  store("net.tflite", network);
  store("wrong.tflite", test::changed(network, {1, 0, 2, 3, 4, 5}, {}));
  const test::Outcome proof =
      test::outcome_of({"check", "--against", path("net.tflite"), path("wrong.tflite")});
  EXPECT_EQ(proof.code, ExitCode::run_failed);
  EXPECT_THAT(proof.err, HasSubstr("before it is there"));
}

TEST_F(RelinkingLoads, APlanFileAppliesToTheOrderForWhichItWasMade) {
  const test::Outcome planned =
      test::outcome_of({"plan", path("net.tflite"), "--target", "xcore.ai", "--planner", "exact",
                        "--output", path("plan.csv")});
  ASSERT_EQ(planned.code, ExitCode::ok) << planned.err;
  const test::Outcome outcome = relink({"--plan", path("plan.csv")});
  ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("given plan"));
  EXPECT_THAT(outcome.out, HasSubstr("at other offsets"));
}

TEST_F(RelinkingLoads, RefusesAPlanFileWithAnOverlap) {
  test::outcome_of({"plan", path("net.tflite"), "--target", "xcore.ai", "--planner", "exact",
                    "--output", path("plan.csv")});
  // The plan has the columns id, lower, upper, size and offset. The test changes the offset of the
  // weights `t1` to 0, where the weights overlap other data. The command must refuse this plan.
  const std::regex first_weights("\nt1,([0-9]+,[0-9]+,[0-9]+),[0-9]+,");
  write_file(path("plan.csv"),
             std::regex_replace(read_text(path("plan.csv")), first_weights, "\nt1,$1,0,"));
  const test::Outcome outcome = relink({"--plan", path("plan.csv")});
  EXPECT_EQ(outcome.code, ExitCode::run_failed) << outcome.out;
  EXPECT_THAT(outcome.err, HasSubstr("'t1'"));
  EXPECT_FALSE(fs::exists(path("out.tflite")));
}

TEST_F(RelinkingLoads, RefusesOptionsOfOtherFiles) {
  for (const char* option : {"--network", "--plan-out"}) {
    const test::Outcome outcome = relink({option, path("other.csv")});
    EXPECT_EQ(outcome.code, ExitCode::usage) << option;
    EXPECT_THAT(outcome.err, HasSubstr("files that Vela made")) << option;
  }
  EXPECT_EQ(relink({"--arena", "sram+extram"}).code, ExitCode::usage);
  EXPECT_EQ(relink({"--allocator", "vela-greedy"}).code, ExitCode::usage) << "of which planner?";
}

TEST_F(RelinkingLoads, RefusesTargetsOtherThanThatOfTheFile) {
  const test::Outcome outcome = relink({"--target", "ethos-u65-256"});
  EXPECT_EQ(outcome.code, ExitCode::input_file);
  EXPECT_THAT(outcome.err,
              HasSubstr("was compiled for xcore.ai ('XC_conv2d_v2'), not for Ethos-U"));
  EXPECT_FALSE(fs::exists(path("out.tflite")));
}

TEST_F(RelinkingLoads, MakesAFileFitThatDidNotFitBefore) {
  const test::Outcome outcome = relink({"--memory", "sram=6K"});
  ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("original  does not fit: "));
}

}  // namespace
}  // namespace spillway::cli
