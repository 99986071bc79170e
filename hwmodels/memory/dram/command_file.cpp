// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/command_file.h"

#include <utility>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/text.h"

namespace spillway::dram {
namespace {

constexpr std::string_view commands_header = "clock,channel,command,bank,row";
constexpr std::size_t columns = 5;

bool has_row(Command command) { return command == Command::activate || is_column(command); }

struct ChannelCommand {
  int channel = 0;
  CommandRecord command;
};

class LineParser {
 public:
  LineParser(SourceLocation where, const DramParameters& parameters)
      : where_(std::move(where)), geometry_(parameters.geometry) {}

  ChannelCommand parse(std::string_view line) const {
    const std::vector<std::string> cells = split(line, ',');
    if (cells.size() != columns) {
      fail(fmt::format("expected {}, found '{}'", commands_header, line));
    }
    ChannelCommand parsed;
    CommandRecord& record = parsed.command;
    constexpr std::int64_t most_clocks = std::int64_t{1} << 50;
    record.clock = number(cells[0], "clock", most_clocks);
    parsed.channel = static_cast<int>(number(cells[1], "channel", geometry_.channels - 1));
    const auto command = parse_command(trim(cells[2]));
    if (!command) {
      fail(
          fmt::format("command '{}': expected ACT, PRE, PREA, RD, WR, RDA, WRA, REF, REFpb, "
                      "PDE, PDX, SRE or SRX",
                      cells[2]));
    }
    record.command = *command;
    if (!is_for_all_banks(*command)) {
      record.bank = static_cast<std::int32_t>(number(cells[3], "bank", geometry_.banks - 1));
    }
    if (has_row(*command)) record.row = row(cells[4], *command);
    return parsed;
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw UserError(ExitCode::input_file, where_, message);
  }

 private:
  std::int64_t row(const std::string& cell, Command command) const {
    if (command != Command::activate && trim(cell).empty()) return unknown_row;
    return number(cell, "row", geometry_.rows - 1);
  }

  std::int64_t number(const std::string& cell, const char* what, std::int64_t most) const {
    const auto value = parse_integer(trim(cell));
    if (!value || *value < 0 || *value > most) {
      fail(fmt::format("{} '{}': expected 0 to {}", what, cell, most));
    }
    return *value;
  }

  SourceLocation where_;
  const DramGeometry& geometry_;
};

/// The state of the check of a command file, for one channel.
struct CheckedChannel {
  CommandChecker checker;
  Cycles last_clock = 0;
  std::size_t reported = 0;
};

}  // namespace

void write_command_header(std::ostream& out, std::string_view part, Picoseconds tck) {
  fmt::print(out, "# {}, tCK {} ps\n{}\n", part, tck, commands_header);
}

void write_command(std::ostream& out, int channel, const CommandRecord& command) {
  fmt::print(out, "{},{},{},", command.clock, channel, command_name(command.command));
  if (!is_for_all_banks(command.command)) fmt::print(out, "{}", command.bank);
  out << ',';
  if (has_row(command.command)) fmt::print(out, "{}", command.row);
  out << '\n';
}

CommandReport check_commands(std::istream& in, const std::string& file,
                             const DramParameters& parameters) {
  constexpr std::size_t enough = 100;
  CommandReport report;
  std::vector<CheckedChannel> channels(static_cast<std::size_t>(parameters.geometry.channels),
                                       CheckedChannel{CommandChecker(parameters)});
  std::string text;
  for (int line = 1; std::getline(in, text); ++line) {
    const std::string_view content = trim(text);
    if (content.empty() || content[0] == '#' || content == commands_header) continue;
    const LineParser parser({file, line}, parameters);
    const ChannelCommand next = parser.parse(content);
    CheckedChannel& channel = at(channels, next.channel);
    if (next.command.clock < channel.last_clock) {
      parser.fail("the command is before the one above it");
    }
    channel.last_clock = next.command.clock;
    channel.checker.check(next.command);
    ++report.commands;
    const std::vector<CommandViolation>& found = channel.checker.violations();
    for (; channel.reported < found.size(); ++channel.reported) {
      if (report.first.size() == enough) continue;
      report.first.push_back({line, next.channel, found[channel.reported]});
    }
  }
  for (const CheckedChannel& channel : channels) {
    report.violations += channel.checker.violation_count();
  }
  if (report.commands == 0) {
    throw UserError(ExitCode::input_file, {file}, "the file has no commands");
  }
  return report;
}

}  // namespace spillway::dram
