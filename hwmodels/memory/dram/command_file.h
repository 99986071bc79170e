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

/// Begins a file of commands: a comment with the part and its tCK, and the header of the columns
/// clock, channel, command, bank, row. Commands to all banks have no bank, and only activates and
/// column commands have a row. Within a channel lines are in order of time.
void write_command_header(std::ostream& out, std::string_view part, Picoseconds tck);
void write_command(std::ostream& out, int channel, const CommandRecord& command);

/// What a check found.
struct CommandReport {
  std::int64_t commands = 0;
  std::int64_t violations = 0;
  struct Entry {
    int line = 0;
    int channel = 0;
    CommandViolation violation;
  };
  std::vector<Entry> first;  // in order of the file, the first hundred
};

/// Replays a file of commands, as write_command() writes it, against the rules of the device. The
/// header and the comment may be missing, as may the rows of column commands. Throws
/// UserError(input_file) with file and line for what is no command, has a bank or channel that the
/// device lacks, or comes before the command above it in its channel.
CommandReport check_commands(std::istream& in, const std::string& file,
                             const DramParameters& parameters);

}  // namespace spillway::dram
