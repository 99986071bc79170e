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

class CiUpdate : public test::InScratchFolder {
 protected:
  // Writes a CI file that begins with the lines `more` and has one [[check]] table, for `network`.
  // Returns the path of the CI file.
  std::string checks(const std::string& network, const std::string& more) const {
    write_file(path("ci.toml"), "kind = \"ci\"\n" + more +
                                    "[[check]]\nname = \"one\"\nnetwork = \"" + network +
                                    "\"\ntarget = \"ethos-u55-128\"\n");
    return path("ci.toml");
  }
};

TEST_F(CiUpdate, WritesTheFirstBaselineAndReplacesIt) {
  const std::string file = checks("ds_cnn", "baseline = \"baseline.json\"\n");
  const test::Outcome missing = test::outcome_of({"ci", file});
  EXPECT_EQ(missing.code, ExitCode::run_failed);
  EXPECT_THAT(missing.out, HasSubstr("'spillway ci --update' writes the first"));
  for (int i = 0; i < 2; ++i) {
    const test::Outcome updated = test::outcome_of({"ci", file, "--update"});
    EXPECT_EQ(updated.code, ExitCode::ok) << updated.err;
    EXPECT_THAT(updated.err, HasSubstr("baseline written to " + path("baseline.json")));
  }
  EXPECT_THAT(test::outcome_of({"ci", file}).out, HasSubstr("+0.00 %"));
}

TEST_F(CiUpdate, TakesTheBaselineOfTheCommandLine) {
  const std::string file = checks("ds_cnn", "");
  const test::Outcome nowhere = test::outcome_of({"ci", file, "--update"});
  EXPECT_EQ(nowhere.code, ExitCode::usage);
  EXPECT_THAT(nowhere.err, HasSubstr("names no baseline"));
  const std::vector<std::string> line = {"ci", file, "--update", "--baseline", path("other.json")};
  EXPECT_EQ(test::outcome_of(line).code, ExitCode::ok);
  EXPECT_EQ(test::outcome_of(line).code, ExitCode::ok);
  EXPECT_TRUE(std::filesystem::exists(path("other.json")));
}

TEST_F(CiUpdate, NeverWritesOverAFileThatIsReadOrThatIsNoBaseline) {
  const std::string file = checks("ds_cnn", "");
  const std::string before = read_text(file);
  EXPECT_EQ(test::outcome_of({"ci", file, "--update", "--baseline", file}).code, ExitCode::usage);
  EXPECT_EQ(read_text(file), before);
  write_file(path("notes.txt"), "mine");
  EXPECT_EQ(test::outcome_of({"ci", file, "--update", "--baseline", path("notes.txt")}).code,
            ExitCode::input_file);
  EXPECT_EQ(read_text(path("notes.txt")), "mine");
}

TEST_F(CiUpdate, KeepsTheBaselineWhenACheckCannotRun) {
  ASSERT_EQ(
      test::outcome_of({"ci", checks("ds_cnn", "baseline = \"baseline.json\"\n"), "--update"}).code,
      ExitCode::ok);
  const std::string before = read_text(path("baseline.json"));
  const test::Outcome failed =
      test::outcome_of({"ci", checks("gone.tflite", "baseline = \"baseline.json\"\n"), "--update"});
  EXPECT_EQ(failed.code, ExitCode::run_failed);
  EXPECT_THAT(failed.err, HasSubstr("the baseline stays as it is"));
  EXPECT_EQ(read_text(path("baseline.json")), before);
}

}  // namespace
}  // namespace spillway::cli
