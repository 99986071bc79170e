// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/checkout.h"

namespace spillway::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string output_of_shell(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  EXPECT_EQ(::pclose(pipe), 0) << command;
  return text;
}

std::string output_of(const std::string& environment, const std::string& arguments) {
  return output_of_shell(environment + " " + test::program_path() + " " + arguments);
}

// Returns the number of characters, not bytes, of the widest line of a UTF-8 text.
std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::size_t characters = 0;
    for (const char c : line) characters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    widest = std::max(widest, characters);
  }
  return widest;
}

const std::string small_chip =
    " --target ethos-u65-256 --memory-mode Dedicated_Sram --memory sram=64K";

TEST(SlowTerminal, TablesFitEightyColumnsWhereOutputIsNoTerminal) {
  for (const std::string& command :
       {"run mobilenet_v1_0.25_96 --group-by op" + small_chip,
        "compare mobilenet_v1_0.25_96" + small_chip,
        "explain mobilenet_v1_0.25_96 --op 2" + small_chip, std::string("help")}) {
    const std::string text = output_of("env -u COLUMNS", command);
    EXPECT_LE(widest_line(text), 80U) << text;
  }
}

TEST(SlowTerminal, ListsWrapLinesOnlyIfAWidthIsGiven) {
  for (const std::string list : {"planners", "targets", "networks", "parts"}) {
    EXPECT_LE(widest_line(output_of("COLUMNS=80", "list " + list)), 80U);
    EXPECT_THAT(output_of("env -u COLUMNS", "list " + list), testing::Not(HasSubstr("\n ")));
  }
}

TEST(SlowTerminal, TablesFitTheColumnsOfTheTerminal) {
  const std::string run = "run mobilenet_v1_0.25_96 --group-by op" + small_chip;
  for (const std::size_t columns : {100U, 120U}) {
    const std::string environment = "COLUMNS=" + std::to_string(columns);
    EXPECT_EQ(widest_line(output_of(environment, run)), columns);
    EXPECT_LE(
        widest_line(output_of(environment, "explain mobilenet_v1_0.25_96 --op 2" + small_chip)),
        columns);
  }
  EXPECT_LE(widest_line(output_of("COLUMNS=20", "list targets")), 80U);
}

TEST(SlowTerminal, TablesHaveTheWidthOfTheTerminal) {
  if (std::system("script -qc true /dev/null > /dev/null 2>&1") != 0) {
    GTEST_SKIP() << "no program 'script', or no terminals";
  }
  const std::string run = "run mobilenet_v1_0.25_96 --group-by op --color never" + small_chip;
  const std::string text = output_of_shell("env -u COLUMNS script -qc 'stty cols 132; exec " +
                                           test::program_path() + " " + run + "' /dev/null");
  EXPECT_EQ(widest_line(text), 132U + 1);  // a terminal adds a carriage return to every line
}

TEST(SlowTerminal, OnlyATerminalShowsWhatThePlannerSearchWouldGain) {
  if (std::system("script -qc true /dev/null > /dev/null 2>&1") != 0) {
    GTEST_SKIP() << "no program 'script', or no terminals";
  }
  const std::string run = " run mobilenet_v1_0.25_96" + small_chip;
  const auto on_terminal = [&](const std::string& more) {
    return output_of_shell("script -qc '" + test::program_path() + run + more + "' /dev/null");
  };
  EXPECT_THAT(on_terminal(""), HasSubstr("with --planner search: "));
  EXPECT_THAT(on_terminal(" --planner belady"), Not(HasSubstr("--planner search")));
  EXPECT_THAT(output_of_shell(test::program_path() + run), Not(HasSubstr("--planner search")));
}

TEST(SlowTerminal, ASweepPrintsTablesToATerminalAndCsvRowsElsewhere) {
  if (std::system("script -qc true /dev/null > /dev/null 2>&1") != 0) {
    GTEST_SKIP() << "no program 'script', or no terminals";
  }
  const std::string run =
      test::program_path() + " sweep ds_cnn -t u65-256 --memory sram=16K:48K:16K";
  const std::string shown = output_of_shell("script -qc '" + run + "' /dev/null");
  EXPECT_THAT(shown, HasSubstr("knee"));
  EXPECT_THAT(shown, HasSubstr("--output FILE.csv keeps the rows"));
  EXPECT_THAT(shown, Not(HasSubstr("network_hash")));
  EXPECT_THAT(output_of_shell(run), HasSubstr("network,network_hash"));
}

TEST(SlowTerminal, ScheduleDetailsLeaveOutSharesOnANarrowTerminal) {
  const std::string plan = "plan mobilenet_v1_0.25_96 --memory sram=192K --details";
  const auto details = [](const std::string& text) { return text.substr(text.find("| #  ")); };
  const std::string narrow = details(output_of("env -u COLUMNS", plan));
  EXPECT_LE(widest_line(narrow), 80U);
  EXPECT_THAT(narrow, HasSubstr("flash sum"));
  EXPECT_THAT(details(output_of("COLUMNS=200", plan)), HasSubstr("46,080 (83.3%)"));
}

TEST(Wrapped, BreaksAtBlanksAndKeepsLongWords) {
  EXPECT_EQ(wrapped("one two three", 2, 10), "one two\n  three");
  EXPECT_EQ(wrapped("a_very_long_word b", 0, 5), "a_very_long_word\nb");
  EXPECT_EQ(wrapped("kept\nbreak", 1, 20), "kept\n break");
}

TEST(Wrapped, CommandLinesContinueWithABackslash) {
  EXPECT_EQ(wrapped_command("spillway run net --target chip", 4, 24),
            "spillway run net \\\n    --target chip");
}

TEST(Help, FitsEightyColumns) {
  for (const CommandEntry& command : commands()) {
    EXPECT_LE(widest_line(help_text(command)), 80U) << help_text(command);
  }
}

}  // namespace
}  // namespace spillway::cli
