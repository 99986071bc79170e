// SPDX-License-Identifier: Apache-2.0
#include "cli/command_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "experiments/point/option_table.h"
#include "tests/cli/run_outcome.h"

namespace spillway::cli {
namespace {

using test::Outcome;
using test::outcome_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(CommandWords, TranslatesShortOptionsAndOptionsOfTheCompiler) {
  const CommandEntry& size = find_command("size");
  EXPECT_THAT(translate_options(size, {"net", "-t", "u55-128", "-o", "x.csv"}),
              ElementsAre("net", "--target", "u55-128", "--output", "x.csv"));
  const CommandEntry& run = find_command("run");
  EXPECT_THAT(
      translate_options(run, {"--accelerator-config=ethos-u55-128", "--arena-cache-size", "9K"}),
      ElementsAre("--target", "ethos-u55-128", "--memory", "sram=9K"));
  EXPECT_THAT(translate_options(run, {"--", "-t"}), ElementsAre("--", "-t"));
}

TEST(CommandWords, ARunWithTheCompilersOptionsGivesTheSameResult) {
  const Outcome theirs =
      outcome_of({"run", "ds_cnn", "--accelerator-config", "ethos-u55-128", "--arena-cache-size",
                  "65536", "--system-config", "Corstone_300_U55_High_End"});
  const Outcome ours = outcome_of({"run", "ds_cnn", "--target", "ethos-u55-128", "--memory",
                                   "SRAM=64kb", "--system-config", "Corstone_300_U55_High_End"});
  EXPECT_EQ(theirs.code, ExitCode::ok) << theirs.err;
  EXPECT_EQ(theirs.out, ours.out);
}

TEST(CommandWords, OptionsWithoutACounterpartGetAnAnswer) {
  const auto error = [](const std::vector<std::string>& more) {
    const Outcome outcome = outcome_of(test::with({"run", "ds_cnn", "-t", "u55-128"}, more));
    EXPECT_EQ(outcome.code, ExitCode::usage);
    return outcome.err;
  };
  EXPECT_THAT(error({"--optimise", "Size"}), HasSubstr("--planner vela"));
  EXPECT_THAT(error({"--output-dir", "x"}), HasSubstr("--per-op FILE.csv"));
  EXPECT_THAT(error({"-o", "x"}), HasSubstr("has no single output"));
  EXPECT_THAT(error({"--arena-cache-size"}), HasSubstr("expected a value"));
  EXPECT_EQ(error({"-x"}),
            "spillway: unknown option '-x'; 'spillway help run' lists the options\n");
  EXPECT_THAT(error({"--plannr", "vela"}), HasSubstr("did you mean '--planner'?"));
}

TEST(CommandLine, QuietLeavesOutWarningsAndErrorsRemain) {
  const std::vector<std::string> run = {"run", "ds_cnn", "-t", "u85-256"};
  EXPECT_THAT(outcome_of(run).err, HasSubstr("warning"));
  std::vector<std::string> quiet = run;
  quiet.emplace_back("-q");
  EXPECT_EQ(outcome_of(quiet).err, "");
  EXPECT_EQ(outcome_of(quiet).out, outcome_of(run).out);
  EXPECT_THAT(outcome_of({"run", "nowhere.tflite", "-t", "u85-256", "-q"}).err,
              HasSubstr("nowhere.tflite"));
}

TEST(CommandLine, ShortFormsOfVersionPrintIt) {
  for (const char* word : {"-V", "-v", "--version"}) {
    EXPECT_EQ(outcome_of({word}).code, ExitCode::ok);
    EXPECT_THAT(outcome_of({word}).out, HasSubstr("spillway 0.")) << word;
  }
}

// The help page must list the most used options, such as --target, before the expert options, and
// must list every option.
TEST(HelpPage, OfManyOptionsIsInGroups) {
  const std::string text = outcome_of({"help", "run"}).out;
  const std::size_t used = text.find("Most used:"), expert = text.find("Expert:");
  ASSERT_NE(used, std::string::npos);
  ASSERT_NE(expert, std::string::npos);
  EXPECT_LT(text.find("--target TARGET"), expert);
  for (const auto& option : find_command("run").options.options()) {
    EXPECT_THAT(text, HasSubstr("\n  --" + option->long_name() + " ")) << option->long_name();
  }
}

// Every option of a design point must be in a group of the help page. The page lists an option that
// has no group under "Output", where no user looks for an option of the chip or the planner.
TEST(HelpPage, GroupsNameEveryOptionOfAPoint) {
  const std::string text = outcome_of({"help", "run"}).out;
  const std::size_t begin = text.find("\nOutput:");
  ASSERT_NE(begin, std::string::npos);
  const std::string output = text.substr(begin + 1, text.find("\n\n", begin) - begin);
  for (const PointOption& option : point_options()) {
    EXPECT_THAT(output, Not(HasSubstr(std::string("\n  --") + option.name + " ")))
        << "--" << option.name << " belongs into a group of cli/help/help.cpp";
  }
}

TEST(HelpPage, BeginsWithTheTenOptionsThatMostPeopleNeedInThatOrder) {
  const std::string text = outcome_of({"help", "run"}).out;
  const std::size_t begin = text.find("Most used:");
  std::vector<std::string> first;
  for (std::string line : split(text.substr(begin, text.find("\n\n", begin) - begin), '\n')) {
    if (line.rfind("  --", 0) == 0) first.push_back(line.substr(4, line.find(' ', 4) - 4));
  }
  EXPECT_THAT(first, testing::ElementsAre("target", "memory-mode", "memory", "planner", "report",
                                          "per-op", "json", "plan", "part", "trace"));
}

}  // namespace
}  // namespace spillway::cli
