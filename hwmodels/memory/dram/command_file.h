// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "hwmodels/memory/dram/command_checker.h"
#include "hwmodels/memory/dram/dram_parameters.h"

namespace spillway::dram {

/// Writes the beginning of a command file: a comment with the part and its tCK, and a header with
/// the columns clock, channel, command, bank, row. In the lines after the header, commands to all
/// banks have no bank, and only activates and column commands have a row. Lines of a channel are in
/// order of time.
void write_command_header(std::ostream& out, std::string_view part, Picoseconds tck);
void write_command(std::ostream& out, int channel, const CommandRecord& command);

struct CommandReport {
  std::int64_t commands = 0;
  std::int64_t violations = 0;
  struct Entry {
    int line = 0;
    int channel = 0;
    CommandViolation violation;
  };
  std::vector<Entry> first;  // at most the first hundred violations, in the order of the file
};

/// Checks a command file, as write_command() writes it, against the rules of the device. The
/// header, the comment and the DRAM row numbers of column commands may be missing. Throws
/// UserError(input_file) with file and line for a line that is no command, and for a bank, row or
/// channel that the device does not have. Also throws if a command has an earlier clock than the
/// previous command of its channel, and if the file has no commands.
CommandReport check_commands(std::istream& in, const std::string& file,
                             const DramParameters& parameters);

}  // namespace spillway::dram
