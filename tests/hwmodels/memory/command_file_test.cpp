// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/command_file.h"

#include <sstream>

#include <gtest/gtest.h>

#include "hwmodels/memory/dram/dram_memory.h"
#include "hwmodels/memory/dram/queue_settings.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/memory/trace_patterns.h"
#include "tests/hwmodels/memory/traces.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

DramParameters part_as_listed(const std::string& name) {
  return std::get<DramParameters>(load_part(name));
}

// Returns the command file of a short copy on a DRAM with these parameters.
std::string commands_of(const DramParameters& parameters) {
  DramMemory memory(parameters);
  std::ostringstream file;
  dram::write_command_header(file, "part", parameters.clocks.tck);
  memory.record_commands([&](int channel, const dram::CommandRecord& command) {
    dram::write_command(file, channel, command);
  });
  run_memory_trace(
      memory, split_requests(make_trace("copy256", 2000), parameters.geometry.burst_bytes()), 0);
  return file.str();
}

dram::CommandReport check(const std::string& text, const DramParameters& parameters) {
  std::istringstream stream(text);
  return dram::check_commands(stream, "commands.csv", parameters);
}

TEST(CommandFile, HasOnlyLegalCommandsIfTheControllerWroteIt) {
  for (const char* name : {"DDR3-1600K-x16", "LPDDR4-3200-x32", "LPDDR1-400-x16"}) {
    const DramParameters parameters = part_as_listed(name);
    const dram::CommandReport report = check(commands_of(parameters), parameters);
    EXPECT_EQ(report.violations, 0) << name;
    EXPECT_GT(report.commands, 4000) << name;
  }
}

// The commands are legal for the part that issued them. The test checks the commands by the rules
// of a part whose write-to-read delay (tWTR) is one clock longer.
TEST(CommandFile, ABrokenRuleIsNamedWithItsCommand) {
  DramParameters slower = part_as_listed("DDR3-1600K-x16");
  const std::string commands = commands_of(slower);
  slower.clocks.wtr += 1;
  const dram::CommandReport report = check(commands, slower);
  ASSERT_GT(report.violations, 0);
  const auto& [line, channel, violation] = report.first.front();
  EXPECT_EQ(violation.rule, "WR-RD WL+BL/2+tWTR");
  EXPECT_EQ(violation.command.command, dram::Command::read);
  EXPECT_EQ(violation.late_enough, violation.command.clock + 1);
  EXPECT_GT(line, 2);
  EXPECT_EQ(channel, 0);
}

TEST(CommandFile, RowsOfColumnCommandsMayBeMissing) {
  const dram::CommandReport report =
      check("0,0,ACT,3,17\n11,0,RD,3,\n20,0,RD,2,\n", part_as_listed("DDR3-1600K-x16"));
  ASSERT_EQ(report.violations, 1);
  EXPECT_EQ(report.first[0].violation.rule, "column command to a closed bank");
  EXPECT_EQ(report.first[0].violation.command.bank, 2);
}

TEST(CommandFile, MistakesAreShownWithTheirLine) {
  const DramParameters parameters = part_as_listed("DDR3-1600K-x16");
  const auto error = [&](const std::string& text) {
    return test::user_error([&] { check(text, parameters); });
  };
  EXPECT_EQ(error("0,0,ACT,8,1\n"), "commands.csv:1: bank '8': expected 0 to 7");
  EXPECT_EQ(error("0,1,REF,,\n"), "commands.csv:1: channel '1': expected 0 to 0");
  EXPECT_EQ(error("9,0,ACT,0,1\n8,0,ACT,1,1\n"),
            "commands.csv:2: the command is before the one above it");
  EXPECT_EQ(error("9,0,ACT\n"),
            "commands.csv:1: expected clock,channel,command,bank,row, found '9,0,ACT'");
  EXPECT_EQ(error("# nothing\n"), "commands.csv: the file has no commands");
}

}  // namespace
}  // namespace spillway
