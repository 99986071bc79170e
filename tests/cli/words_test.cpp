// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/version.h"
#include "cli/command.h"
#include "tests/checkout.h"
#include "tests/cli/run_outcome.h"

namespace spillway::cli {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;

test::Outcome run_on_chip(const std::vector<std::string>& words) {
  return test::outcome_of(test::with_chip(words));
}

TEST(Words, HelpListsEveryExitCode) {
  const std::string help = test::outcome_of({"help"}).out;
  for (const ExitCode code :
       {ExitCode::ok, ExitCode::run_failed, ExitCode::usage, ExitCode::input_file,
        ExitCode::check_missed, ExitCode::interrupted}) {
    EXPECT_THAT(help.substr(help.find("Exit status")),
                HasSubstr(std::to_string(static_cast<int>(code)) + " "));
  }
}

TEST(Words, VersionIsACommandAndAnOption) {
  const std::string expected = std::string("spillway ") + version() + "\n";
  EXPECT_EQ(test::outcome_of({"version"}).out, expected);
  EXPECT_EQ(test::outcome_of({"--version"}).out, expected);
}

TEST(Words, EmptyOptionValuesAreRefusedBeforeAnythingIsWritten) {
  int tried = 0;
  for (const CommandEntry& command : commands()) {
    for (const auto& option : command.options.options()) {
      const bool one =
          option->semantic()->min_tokens() == 1 && option->semantic()->max_tokens() == 1;
      if (!one || option->long_name().empty()) continue;
      std::vector<std::string> words(static_cast<std::size_t>(command.min_positional) + 1, "x");
      words[0] = command.name;
      for (const char* word : {"--", ""}) {
        words.push_back(word[0] == '-' ? word + option->long_name() : word);
      }
      const test::Outcome outcome = test::outcome_of(words);
      EXPECT_EQ(outcome.code, ExitCode::usage) << testing::PrintToString(words);
      const std::string name = "--" + option->long_name();
      EXPECT_THAT(outcome.err, AnyOf(HasSubstr(name + ": expected "), HasSubstr(name + " takes ")))
          << testing::PrintToString(words);
      ++tried;
    }
  }
  EXPECT_GT(tried, 100);
}

TEST(Words, AFamilyOfTargetsListsItsMembers) {
  const test::Outcome outcome = test::outcome_of({"run", "ds_cnn", "--target", "ethos-u55"});
  EXPECT_EQ(outcome.code, ExitCode::usage);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("ethos-u55-32"), HasSubstr("ethos-u55-256")));
  EXPECT_THAT(outcome.err, testing::Not(HasSubstr("ethos-u65")));
}

TEST(Words, SizesMayBeFractionsOfAUnit) {
  EXPECT_EQ(run_on_chip({"run", "ds_cnn", "--memory", "sram=0.5M"}).out,
            run_on_chip({"run", "ds_cnn", "--memory", "sram=512K"}).out);
}

TEST(Words, AnOperatorIsFoundByNumberAndByName) {
  const test::Outcome table = run_on_chip({"run", "ds_cnn", "--group-by", "op"});
  ASSERT_EQ(table.code, ExitCode::ok);
  EXPECT_THAT(table.out, HasSubstr("\n    0  conv "));
  const test::Outcome number = run_on_chip({"explain", "ds_cnn", "--op", "0"});
  EXPECT_EQ(number.code, ExitCode::ok);
  EXPECT_EQ(run_on_chip({"explain", "ds_cnn", "--op", "conv"}).out, number.out);
}

TEST(Words, AnAmbiguousOperatorNameListsTheNumbersOfItsOperators) {
  const test::Outcome outcome = run_on_chip({"explain", "ds_cnn", "--op", "depthwise"});
  EXPECT_EQ(outcome.code, ExitCode::usage);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("1 block1_depthwise"), HasSubstr("3 block2_depthwise")));
  const test::Outcome typing = run_on_chip({"explain", "ds_cnn", "--op", "block1_depthwize"});
  EXPECT_THAT(typing.err, HasSubstr("did you mean 'block1_depthwise'?"));
  EXPECT_EQ(run_on_chip({"explain", "ds_cnn", "--op", "99"}).code, ExitCode::usage);
}

TEST(Words, TheFirstLineOfARunFitsALongNetworkName) {
  const auto folder = std::filesystem::path(testing::TempDir());
  const std::string path = (folder / (std::string(150, 'n') + ".csv")).string();
  ASSERT_EQ(test::outcome_of({"convert", "ds_cnn", "--to", "network.csv", "--output", path}).code,
            ExitCode::ok);
  const std::string out = run_on_chip({"run", path}).out;
  std::filesystem::remove(path);
  std::istringstream lines(out);
  std::string first, second;
  std::getline(lines, first);
  std::getline(lines, second);
  EXPECT_LE(first.size(), 80U) << first;
  EXPECT_LE(second.size(), 80U) << second;
  EXPECT_THAT(first, HasSubstr(" on ethos-u65-256 (Dedicated_Sram)"));
}

// CITATION.cff repeats the version of the program. So a new version must also be written into
// CITATION.cff.
TEST(Words, TheCitationHasTheVersion) {
  EXPECT_THAT(read_text(test::checkout_path("CITATION.cff")),
              HasSubstr(std::string("\nversion: ") + version() + "\n"));
}

}  // namespace
}  // namespace spillway::cli
