// SPDX-License-Identifier: Apache-2.0
// If the user gives a compiled file and the plain network from which it was compiled, `advise` and
// `compare` simulate the file that `relink` would write.
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/shell_word.h"
#include "tests/cli/answer_run.h"
#include "tests/reference.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

class SlowRelinkedAnswers : public test::InScratchFolder {
 protected:
  void SetUp() override {
    test::InScratchFolder::SetUp();
    SPILLWAY_NEEDS_SHARED("models/compiled/peers");
    compiled_ =
        test::shared_path("models/compiled/peers/mlperf_kws__u65-256__Dedicated_Sram__8000.tflite");
    plain_ = test::shared_path("models/mlperf_kws.tflite");
  }

  // Runs the `relink` command line `command`, then simulates the file that it writes. Returns the
  // cycles of this simulation.
  Json cycles_of(const std::string& command) const {
    Words words = shell_words(command);
    words.erase(words.begin());
    for (std::string& word : words) {
      if (word == "relinked.tflite") word = path(word);
    }
    const test::Outcome written = test::outcome_of(words);
    EXPECT_EQ(written.code, ExitCode::ok) << written.err;
    return test::document_of({"run", path("relinked.tflite")})["timing"]["total_cycles"];
  }

  std::string compiled_, plain_;
};

TEST_F(SlowRelinkedAnswers, AdviceNamesTheCommandThatWritesTheFile) {
  const Json answer = test::document_of({"advise", compiled_, "--network", plain_});
  Json found;
  for (const Json& advice : answer["advice"]) {
    if (advice["kind"] == "relink") found = advice;
  }
  ASSERT_FALSE(found.is_null()) << answer.dump(1);
  EXPECT_THAT(found["command"].get<std::string>(), HasSubstr("--network"));
  EXPECT_EQ(cycles_of(found["command"]), found["total_cycles"]);
}

TEST_F(SlowRelinkedAnswers, ComparisonsHaveARowForTheFile) {
  const Json answer = test::document_of({"compare", plain_, compiled_, "--relink"});
  Json found;
  for (const Json& row : answer["planners"]) {
    if (row["planner"] == compiled_ + " relinked") found = row;
  }
  ASSERT_FALSE(found.is_null()) << answer.dump(1);
  EXPECT_EQ(cycles_of(found["command"]), found["total_cycles"]);
}

TEST_F(SlowRelinkedAnswers, RefuseFilesThatCannotBeRelinked) {
  const auto refusal = [](const Words& words) {
    const test::Outcome outcome = test::outcome_of(words);
    EXPECT_EQ(outcome.code, ExitCode::usage);
    return outcome.err;
  };
  EXPECT_THAT(refusal({"advise", plain_, "--target", "ethos-u65-256", "--network", plain_}),
              HasSubstr("is not compiled; leave the option out"));
  EXPECT_THAT(refusal({"advise", compiled_, "--network", compiled_}),
              HasSubstr("expected the plain network"));
  EXPECT_THAT(refusal({"advise", compiled_, "--network", plain_, "--quick"}),
              HasSubstr("with --quick no file is relinked"));
  EXPECT_THAT(refusal({"compare", plain_, "--target", "ethos-u65-256", "--relink"}),
              HasSubstr("name one"));
}

}  // namespace
}  // namespace spillway::cli
