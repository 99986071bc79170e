// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "report/printout.h"
#include "report/table_formats.h"

namespace spillway::cli {

/// Adds --format and, to a command with several tables, --only.
void add_table_options(CommandEntry& entry);

/// Throws UserError(usage) if --format or --only has a value that `command` does not know, or if a
/// JSON document already goes to standard output (`--json -`).
void check_table_options(const CommandEntry& command, const Arguments& arguments);

/// The value of --format; `text` if the option is not given.
TableFormat table_format(const Arguments& arguments);

/// Returns the largest width of the output in columns: output_width() for text, no limit for
/// Markdown, LaTeX and CSV.
std::size_t print_width(const Arguments& arguments, const Console& console);

/// Prints the printout in the form of --format, or only its table that --only names. Throws
/// UserError(usage) if the printout does not contain this table.
void print(const Printout& printout, const Arguments& arguments, const Console& console);
/// Like print(), with text of at most `width` columns.
void print(const Printout& printout, std::size_t width, const Arguments& arguments,
           const Console& console);

/// Like print(), but to the file `path`.
void print_to(const std::string& path, const Printout& printout, const Arguments& arguments,
              const Console& console);

}  // namespace spillway::cli
