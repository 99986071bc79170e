// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "report/printout.h"
#include "report/table_formats.h"

namespace spillway::cli {

/// Adds --format and, to a command with several tables, --only.
void add_table_options(CommandEntry& entry);

/// Throws UserError(usage) for a --format or --only that `command` does not have, and for one
/// beside a JSON document on standard output.
void check_table_options(const CommandEntry& command, const Arguments& arguments);

/// The form of --format; `text` without it.
TableFormat table_format(const Arguments& arguments);

/// The columns of what is printed: those of output_width() for text, without a limit in the other
/// forms.
std::size_t print_width(const Arguments& arguments, const Console& console);

/// Prints in the form of --format, the whole printout or the table of --only. Throws
/// UserError(usage) if the printout does not have that table.
void print(const Printout& printout, const Arguments& arguments, const Console& console);
/// Like print(), with text of at most `width` columns.
void print(const Printout& printout, std::size_t width, const Arguments& arguments,
           const Console& console);

/// Like print(), but to the file `path`.
void print_to(const std::string& path, const Printout& printout, const Arguments& arguments,
              const Console& console);

}  // namespace spillway::cli
