// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "base/units.h"

namespace spillway::dram {

enum class Command : std::uint8_t {
  activate,
  precharge,
  precharge_all,
  read,
  write,
  read_precharge,   // read with automatic precharge
  write_precharge,  // write with automatic precharge
  refresh_all,
  refresh_bank,
  power_down_entry,
  power_down_exit,
  self_refresh_entry,
  self_refresh_exit,
};
constexpr int command_count = 13;

/// Returns the command's abbreviation in command files: ACT, PRE, PREA, RD, WR, RDA, WRA, REF,
/// REFpb, PDE, PDX, SRE or SRX.
std::string_view command_name(Command command);
std::optional<Command> parse_command(std::string_view name);

/// Whether a command goes to all banks, so that it has no bank number.
constexpr bool is_for_all_banks(Command command) {
  return command == Command::precharge_all || command == Command::refresh_all ||
         command >= Command::power_down_entry;
}
constexpr bool wakes(Command command) {
  return command == Command::power_down_exit || command == Command::self_refresh_exit;
}
constexpr bool is_column(Command command) {
  return command == Command::read || command == Command::write ||
         command == Command::read_precharge || command == Command::write_precharge;
}

/// Returns a read or a write, with automatic precharge of its bank if `automatic`.
constexpr Command column_command(bool write, bool automatic) {
  if (write) return automatic ? Command::write_precharge : Command::write;
  return automatic ? Command::read_precharge : Command::read;
}

constexpr std::int64_t unknown_row = -1;

/// A command as it appears on the command bus.
struct CommandRecord {
  Cycles clock = 0;  // first clock in which the command is on the bus
  Command command = Command::activate;
  std::int32_t bank = 0;  // 0 for commands to all banks
  // The row of an activate or column command; unknown_row if a trace does not contain the row. 0
  // for all other commands.
  std::int64_t row = 0;
};

/// Receives the commands of each channel in order of time.
using CommandSink = std::function<void(int channel, const CommandRecord& command)>;

}  // namespace spillway::dram
