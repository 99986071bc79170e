// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/cli/run_outcome.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

/// If all points of a sweep fail with the same message, the sweep must print the message once and
/// write no file.
class SweepMistakes : public test::InScratchFolder {
 protected:
  test::Outcome sweep(const std::vector<std::string>& options) const {
    std::vector<std::string> words = {"sweep", "resnet8", "--jobs", "1", "--output", path("s.csv")};
    words.insert(words.end(), options.begin(), options.end());
    return test::outcome_of(words);
  }

  std::size_t files() const {
    const std::filesystem::directory_iterator all(path(""));
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

  void expect_one_message(const std::vector<std::string>& options, const std::string& message) {
    const test::Outcome outcome = sweep(options);
    EXPECT_EQ(outcome.code, ExitCode::usage) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, Not(HasSubstr("points failed")));
    EXPECT_EQ(files(), 0U) << message;
  }
};

const std::vector<std::string> two_targets = {"--target", "ethos-u55-64,ethos-u55-128"};

TEST_F(SweepMistakes, AnOptionThatNoPointTakesIsReportedOnce) {
  expect_one_message(test::with(two_targets, {"--pin", "nosuch=sram"}),
                     "pin: the network has no tensor 'nosuch'; all 2 points fail like this\n");
  expect_one_message(test::with(two_targets, {"--arena", "nosuch"}),
                     "; all 2 points fail like this\n");
  expect_one_message({"--target", "ethos-u55-64", "--weights", "nosuch"}, "'nosuch'");
  expect_one_message(
      {"--target", "ethos-u55-64", "--planner", "tflm-greedy,vela-spill", "--pin", "inputs=sram"},
      "planner 'tflm-greedy' cannot pin 'input' to a memory or an offset");
}

TEST_F(SweepMistakes, OfDifferentMistakesTheFirstIsReported) {
  expect_one_message(
      {"--target", "ethos-u55-64", "--planner", "tflm-greedy,vela-spill", "--pin", "inputs=sram"},
      "; all 2 points fail, this is the first\n");
}

TEST_F(SweepMistakes, UnknownNamesAreReportedBeforeAnythingRuns) {
  expect_one_message({"--target", "nosuch"}, "unknown target 'nosuch'");
  const test::Outcome missing = test::outcome_of(
      {"sweep", path("no.tflite"), "--target", "ethos-u55-64", "--output", path("s.csv")});
  EXPECT_EQ(missing.code, ExitCode::input_file);
  EXPECT_THAT(missing.err, HasSubstr("no.tflite: cannot read"));
  EXPECT_EQ(files(), 0U);
}

TEST_F(SweepMistakes, PointsThatFailForTheirOwnReasonsAreRows) {
  const test::Outcome mixed = sweep({"--target", "ethos-u55-64", "--planner",
                                     "tflm-greedy,cadence-greedy", "--pin", "inputs=sram"});
  EXPECT_EQ(mixed.code, ExitCode::run_failed);
  EXPECT_THAT(mixed.err, HasSubstr("1 of 2 points failed"));
  EXPECT_THAT(read_text(path("s.csv")), HasSubstr("cannot pin"));
}

TEST_F(SweepMistakes, PointsThatDoNotFitAreRows) {
  const test::Outcome small = sweep({"--target", "ethos-u55-64", "--memory", "sram=1K"});
  EXPECT_THAT(read_text(path("s.csv")), HasSubstr("does not fit"));
  EXPECT_THAT(small.err, Not(HasSubstr("fail like this")));
}

// A shard (the points of a sweep that one machine simulates) cannot know whether points of other
// shards succeed. So a shard must write its rows even if all its own points fail.
TEST_F(SweepMistakes, AShardKeepsItsRows) {
  const test::Outcome shard =
      sweep(test::with(two_targets, {"--pin", "nosuch=sram", "--shard", "1/2"}));
  EXPECT_EQ(shard.code, ExitCode::run_failed);
  EXPECT_THAT(read_text(path("s.csv")), HasSubstr("no tensor 'nosuch'"));
}

}  // namespace
}  // namespace spillway::cli
