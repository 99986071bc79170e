// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
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

const std::string plain = "models/mlperf_kws.tflite";
const std::string peer = "models/compiled/peers/mlperf_kws__u65-256__Dedicated_Sram__";

class SizeOfFiles : public test::InScratchFolder {
 protected:
  void SetUp() override {
    test::InScratchFolder::SetUp();
    SPILLWAY_NEEDS_SHARED(plain);
    SPILLWAY_NEEDS_SHARED(peer + "8000.tflite");
    compiled_ = test::shared_path(peer + "8000.tflite");
  }

  Words relinking(const Words& more) const {
    return with({"size", compiled_, "--network", test::shared_path(plain)}, more);
  }

  // Writes a shell script that replaces a compiler, and returns the command line of this compiler
  // for --compiler. The script gets a size in bytes. Of the compiled files that need at most this
  // much fast memory, it copies the file that needs the most.
  std::string compiler() const {
    const std::string prefix = compiled_.substr(0, compiled_.rfind("8000"));
    write_file(path("compiler"),
               "#!/bin/sh\n"
               "for size in 24000 16000 12000 8000; do\n"
               "  [ $size -le $1 ] && exec cp '" +
                   prefix +
                   "'$size.tflite \"$2/n_vela.tflite\"\n"
                   "done\necho 'arena too small' >&2\nexit 9\n");
    fs::permissions(path("compiler"), fs::perms::owner_all);
    return path("compiler") + " {sram} {out} {network}";
  }

  std::string compiled_;
};

using SlowSizeOfFiles = SizeOfFiles;

TEST_F(SlowSizeOfFiles, NamesTheRelinkCommandThatWritesTheFile) {
  const Json answer = test::answer_of(relinking({"--within", "10%", "--step", "4K"}));
  ASSERT_TRUE(answer.is_object());
  EXPECT_EQ(answer["files_by"], "relink");
  const Json& sized = answer["answers"][0];
  const Json& smallest = sized["smallest"];
  ASSERT_TRUE(smallest.is_object());
  EXPECT_LE(smallest["latency_us"], sized["goal_us"]);
  Words words = shell_words(smallest["command"].get<std::string>());
  ASSERT_EQ(words[1], "relink");
  words.erase(words.begin());
  words.back() = path("written.tflite");
  words.insert(words.end(), {"--json", path("relink.json")});
  const test::Outcome written = test::outcome_of(words);
  ASSERT_EQ(written.code, ExitCode::ok) << written.err;
  EXPECT_EQ(Json::parse(read_text(path("relink.json")))["cycles_after"], smallest["total_cycles"]);
  EXPECT_TRUE(fs::exists(path("written.tflite")));
}

TEST_F(SlowSizeOfFiles, EverySmallerSizeThatWasTriedMissesTheGoal) {
  const Json answer = test::answer_of(relinking({"--within", "10%", "--step", "4K"}));
  ASSERT_TRUE(answer.is_object());
  const Json& sized = answer["answers"][0];
  int smaller = 0;
  for (const Json& point : sized["curve"]) {
    if (point["size_bytes"] >= sized["smallest"]["size_bytes"]) continue;
    EXPECT_GT(point["latency_us"], sized["goal_us"]) << point;
    ++smaller;
  }
  EXPECT_GT(smaller, 0);
}

TEST_F(SlowSizeOfFiles, SaysInWordsWhatTheCommandsDo) {
  const test::Outcome outcome =
      test::outcome_of(relinking({"--within", "10%", "--step", "8K", "--jobs", "2"}));
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("the command beside a size writes it"));
  EXPECT_THAT(outcome.out, HasSubstr("spillway relink "));
}

TEST_F(SizeOfFiles, TakesTheFilesOfACompiler) {
  const Json answer =
      test::answer_of({"size", test::shared_path(plain), "--target", "ethos-u65-256",
                       "--memory-mode", "Dedicated_Sram", "--latency", "10ms", "--step", "4000",
                       "--compiler", compiler(), "--files", path("files")});
  ASSERT_TRUE(answer.is_object());
  EXPECT_EQ(answer["files_by"], "compiler");
  const Json& sized = answer["answers"][0];
  ASSERT_TRUE(sized["smallest"].is_object()) << answer;
  EXPECT_EQ(test::cycles_of_command(sized["smallest"]["command"], path("run.json")),
            sized["smallest"]["total_cycles"]);
  EXPECT_THAT(sized["too_small_bytes"], testing::Contains(4000));
}

TEST_F(SizeOfFiles, RefusesQuestionsForWhichItCannotMakeFiles) {
  const auto refusal = [](const Words& words) {
    const test::Outcome outcome = test::outcome_of(words);
    EXPECT_EQ(outcome.code, ExitCode::usage) << outcome.out;
    return outcome.err;
  };
  EXPECT_THAT(refusal({"size", compiled_, "--within", "5%"}), HasSubstr("give --network PLAIN"));
  EXPECT_THAT(refusal(relinking({"--within", "5%", "--output", path("points.csv")})),
              HasSubstr("--output"));
  EXPECT_THAT(refusal(relinking({"--within", "5%", "--target", "ethos-u65-256,ethos-u65-512"})),
              HasSubstr("one value"));
  EXPECT_THAT(refusal(relinking({"--within", "5%", "--of", "dram"})), HasSubstr("sram alone"));
  EXPECT_THAT(refusal({"size", test::shared_path(plain), "--network", test::shared_path(plain),
                       "--target", "ethos-u65-256", "--within", "5%"}),
              HasSubstr("is not compiled"));
  EXPECT_THAT(refusal({"size", compiled_, "--compiler", "cp {sram}", "--files", path("files"),
                       "--within", "5%"}),
              HasSubstr("compiled already"));
}

TEST_F(SizeOfFiles, ASweepOverACompiledFileKnowsItsTarget) {
  const test::Outcome outcome =
      test::outcome_of({"sweep", compiled_, "--output", path("sweep.csv")});
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(read_own_output(path("sweep.csv")), HasSubstr("ethos-u65-256"));
}

}  // namespace
}  // namespace spillway::cli
