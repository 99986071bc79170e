// SPDX-License-Identifier: Apache-2.0
// Checks that no command overwrites a file that it reads. The program's table of commands lists
// every option that names an output and every way to name an input. The tests run each command with
// all pairs of an output and an input.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "cli/command.h"
#include "tests/cli/answer_run.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

constexpr const char* contents = "what the user cannot lose";

class Overwriting : public test::InScratchFolder {
 protected:
  void SetUp() override { write_file(input_, contents); }

  void expect_refused(const std::vector<std::string>& words) {
    const test::Outcome outcome = test::outcome_of(words);
    const std::string line = testing::PrintToString(words);
    EXPECT_EQ(outcome.code, ExitCode::usage) << line << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("would overwrite the input")) << line;
    EXPECT_EQ(read_text(input_), contents) << line;
  }

  std::string input_ = path("input");
};

bool is_output(const CommandEntry& command, const std::string& name) {
  return std::find(command.outputs.begin(), command.outputs.end(), name) != command.outputs.end();
}

// Returns the names of the options of a command that take one word as value. If `outputs`, returns
// only the options whose value is an output file. Otherwise returns only the options whose value is
// not an output file.
std::vector<std::string> words_of(const CommandEntry& command, bool outputs) {
  std::vector<std::string> names;
  for (const auto& option : command.options.options()) {
    const std::string& name = option->long_name();
    const std::string value = option->semantic()->name();
    const bool one_word = option->semantic()->max_tokens() == 1 && value.find(' ') == value.npos;
    if (one_word && is_output(command, name) == outputs) names.push_back(name);
  }
  return names;
}

std::vector<std::string> line_of(const CommandEntry& command, const std::string& operand) {
  std::vector<std::string> words = {command.name};
  for (int i = 0; i < command.min_positional; ++i) words.push_back(operand);
  return words;
}

TEST_F(Overwriting, NoOutputOfAnyCommandIsAnOperand) {
  int tried = 0;
  for (const CommandEntry& command : commands()) {
    if (command.max_positional == 0) continue;
    for (const std::string& output : words_of(command, true)) {
      std::vector<std::string> words = line_of(command, input_);
      if (command.min_positional == 0) words.push_back(input_);
      words.push_back("--" + output + "=" + input_);
      expect_refused(words);
      ++tried;
    }
  }
  EXPECT_GT(tried, 25);
}

TEST_F(Overwriting, NoOutputOfAnyCommandIsAFileThatAnOptionNames) {
  int tried = 0;
  for (const CommandEntry& command : commands()) {
    for (const std::string& output : words_of(command, true)) {
      for (const std::string& option : words_of(command, false)) {
        for (const char* before : {"", "exec:", "name="}) {
          std::vector<std::string> words = line_of(command, "ds_cnn");
          words.push_back("--" + option + "=" + before + input_);
          words.push_back("--" + output + "=" + input_);
          expect_refused(words);
          ++tried;
        }
      }
    }
  }
  EXPECT_GT(tried, 500);
}

TEST_F(Overwriting, TheSameFileIsRecognizedUnderDifferentPaths) {
  const fs::path other = path("other");
  const std::string name = fs::path(input_).filename().string();
  fs::create_directory(other);
  fs::create_symlink(input_, other / "symbolic");
  fs::create_symlink(other / "symbolic", other / "second");
  fs::create_hard_link(input_, other / "hard");
  const std::vector<std::string> spellings = {
      (other / ".." / name).string(), (other / "symbolic").string(), (other / "second").string(),
      (other / "hard").string(), fs::relative(input_).string()};
  for (const std::string& spelling : spellings) {
    expect_refused({"run", input_, "--target", "ethos-u55-128", "--json", spelling});
    expect_refused({"run", spelling, "--target", "ethos-u55-128", "--per-op", input_});
  }
}

TEST_F(Overwriting, TwoOutputsAreNeverOneFile) {
  for (const CommandEntry& command : commands()) {
    const std::vector<std::string> outputs = words_of(command, true);
    const std::string file = path("new");
    const std::string same = path("./new");
    for (std::size_t i = 1; i < outputs.size(); ++i) {
      std::vector<std::string> words = line_of(command, "ds_cnn");
      words.push_back("--" + outputs[i - 1] + "=" + file);
      words.push_back("--" + outputs[i] + "=" + same);
      const test::Outcome outcome = test::outcome_of(words);
      EXPECT_EQ(outcome.code, ExitCode::usage) << testing::PrintToString(words);
      EXPECT_THAT(outcome.err, HasSubstr("both write to")) << testing::PrintToString(words);
      EXPECT_FALSE(fs::exists(file));
    }
  }
}

// A sweep with the output rows.csv also writes rows.csv.meta.json and rows.csv.times.csv. No other
// option may name one of these files.
TEST_F(Overwriting, NoOutputIsAFileBesideASweepsCsv) {
  int tried = 0;
  for (const CommandEntry& command : commands()) {
    if (command.sweep_csv.empty()) continue;
    for (const std::string& output : words_of(command, true)) {
      if (output == command.sweep_csv) continue;
      for (const char* ending : {".meta.json", ".times.csv"}) {
        std::vector<std::string> words = line_of(command, "ds_cnn");
        words.push_back("--" + command.sweep_csv + "=" + path("rows.csv"));
        words.push_back("--" + output + "=" + path(std::string("./rows.csv") + ending));
        const test::Outcome outcome = test::outcome_of(words);
        EXPECT_EQ(outcome.code, ExitCode::usage) << testing::PrintToString(words);
        EXPECT_THAT(outcome.err, HasSubstr("both write to")) << testing::PrintToString(words);
        ++tried;
      }
    }
    std::vector<std::string> words = line_of(command, path("rows.csv.meta.json"));
    write_file(path("rows.csv.meta.json"), contents);
    words.push_back("--" + command.sweep_csv + "=" + path("rows.csv"));
    EXPECT_EQ(test::outcome_of(words).code, ExitCode::usage) << testing::PrintToString(words);
    EXPECT_EQ(read_text(path("rows.csv.meta.json")), contents);
  }
  EXPECT_GT(tried, 8);
}

TEST_F(Overwriting, EveryOptionThatWritesIsListedAsAnOutput) {
  for (const CommandEntry& command : commands()) {
    for (const auto& option : command.options.options()) {
      const std::string value = option->semantic()->name();
      const bool writes =
          option->description().rfind("write ", 0) == 0 || option->long_name() == "output";
      if (!writes || value == "DIR") continue;
      EXPECT_TRUE(is_output(command, option->long_name()))
          << command.name << " --" << option->long_name();
    }
  }
}

// A CI file names networks, so a command knows these networks only after it has read the CI file.
// The command must not write an output before it knows all its inputs.
TEST_F(Overwriting, NoOutputIsAFileThatAnInputNames) {
  const std::string network = path("network.csv"), budgets = path("ci.toml");
  ASSERT_EQ(
      test::outcome_of({"convert", "ds_cnn", "--to", "network.csv", "--output", network}).code,
      ExitCode::ok);
  const std::string before = read_text(network);
  write_file(budgets,
             "kind = \"ci\"\n[[check]]\nnetwork = \"network.csv\"\n"
             "target = \"ethos-u55-128\"\nlatency = \"900ms\"\n");
  const std::string junit = path("junit.xml");
  const test::Outcome outcome =
      test::outcome_of({"ci", budgets, "--junit", junit, "--markdown", network});
  EXPECT_EQ(outcome.code, ExitCode::usage) << outcome.err << outcome.out;
  EXPECT_THAT(outcome.err, HasSubstr("would overwrite the input"));
  EXPECT_EQ(read_text(network), before);
  EXPECT_FALSE(fs::exists(junit));
}

// For some outputs, the user names only a folder, and the command chooses the names of the files in
// this folder. Such a file must not overwrite an input.
TEST_F(Overwriting, NoInputIsOverwrittenByAFileThatACommandNames) {
  const std::string rows = path("sweep.csv"), best = path("best.tflite");
  ASSERT_EQ(test::outcome_of({"convert", "ds_cnn", "--to", "network.csv", "--output", rows}).code,
            ExitCode::ok);
  ASSERT_EQ(test::outcome_of({"convert", "ds_cnn", "--to", "tflite", "--output", best}).code,
            ExitCode::ok);
  const std::string network = read_text(rows), compiled = read_text(best);
  write_file(path("sweep.toml"), "kind = \"sweep\"\ndescription = \"rows\"\nnetworks = [\"" + rows +
                                     "\"]\ntargets = [\"ethos-u55-128\"]\n");
  const std::string folder = fs::path(rows).parent_path();
  const auto experiment = test::outcome_of({"experiment", path("sweep.toml"), "--output", folder});
  EXPECT_EQ(experiment.code, ExitCode::usage) << experiment.err;
  EXPECT_THAT(experiment.err, HasSubstr("would overwrite the input"));
  EXPECT_EQ(read_text(rows), network);
  const auto tune =
      test::outcome_of({"tune", best, "--target", "ethos-u55-128", "--compiler",
                        "cp {network} {out}/{a}.tflite", "--try", "a=1", "--output", folder});
  EXPECT_EQ(tune.code, ExitCode::usage) << tune.err;
  EXPECT_THAT(tune.err, HasSubstr("would overwrite the input"));
  EXPECT_EQ(read_text(best), compiled);
}

TEST_F(Overwriting, ARunThatIsRefusedLeavesItsOutputsAsTheyWere) {
  const test::Outcome outcome =
      test::outcome_of({"run", "mobilenet_v2_1.0_224", "--target", "ethos-u65-256", "--memory-mode",
                        "Sram_Only", "--memory", "sram=1K", "--dram-commands", input_});
  EXPECT_NE(outcome.code, ExitCode::ok);
  EXPECT_EQ(read_text(input_), contents);
}

}  // namespace
}  // namespace spillway::cli
