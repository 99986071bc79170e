// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"

namespace spillway::cli {

/// Whether somebody reads standard output on a terminal.
bool writes_to_terminal(const Console& console);

/// Columns of standard output, from 80 to 240: those of the variable COLUMNS or of the terminal;
/// nothing where output goes elsewhere.
std::optional<std::size_t> terminal_width(const Console& console);

/// Columns for tables: the terminal's, else 80.
std::size_t output_width(const Console& console);

/// Tells of each on a line of standard error.
void print_warnings(const std::vector<std::string>& warnings, const Console& console);

/// A paragraph broken at blanks to lines of at most `width` columns, all but the first indented;
/// words that are longer stay whole. Line breaks of the text are kept.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

/// A command line over several lines, as a shell takes it.
std::string wrapped_command(const std::string& command, std::size_t indent, std::size_t width);

}  // namespace spillway::cli
