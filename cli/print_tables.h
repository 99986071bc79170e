// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "report/printout.h"
#include "report/table_formats.h"

namespace spillway::cli {

/// Adds the option --format and, to a command with several tables, the option --only.
void add_table_options(CommandEntry& entry);

/// Throws UserError(usage) if --format or --only has a value that `command` does not know. Also
/// throws if --format or --only is given although only a JSON document goes to standard output
/// (`--json -`).
void check_table_options(const CommandEntry& command, const Arguments& arguments);

/// Returns the table format of the option --format; TableFormat::text if the option is not given.
TableFormat table_format(const Arguments& arguments);

/// Returns the maximum width of the output in characters: output_width() for text, no limit for
/// Markdown, LaTeX and CSV.
std::size_t print_width(const Arguments& arguments, const Console& console);

/// Prints the printout to standard output in the format of --format. With --only, prints only the
/// table that --only names, and throws UserError(usage) if the printout has no such table.
void print(const Printout& printout, const Arguments& arguments, const Console& console);
/// Prints the printout to standard output in the format of --format; with --only, only the table
/// that --only names. As text, lines have at most `width` characters.
void print(const Printout& printout, std::size_t width, const Arguments& arguments,
           const Console& console);

/// Writes the printout to the file `path` in the format of --format. With --only, writes only the
/// table that --only names.
void print_to(const std::string& path, const Printout& printout, const Arguments& arguments,
              const Console& console);

}  // namespace spillway::cli
