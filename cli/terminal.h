// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"

namespace spillway::cli {

/// Whether standard output is a terminal.
bool writes_to_terminal(const Console& console);

/// Returns the width of standard output in characters, between 80 and 240: the value of the
/// environment variable COLUMNS or, without this variable, the width of the terminal. Returns
/// nullopt if neither is known, or if `console` does not write to standard output.
std::optional<std::size_t> terminal_width(const Console& console);

/// Returns the width of tables in characters: the result of terminal_width(); 80 if the result is
/// nullopt.
std::size_t output_width(const Console& console);

/// Prints each warning as a line on standard error.
void print_warnings(const std::vector<std::string>& warnings, const Console& console);

/// Returns a paragraph, broken at blanks into lines of at most `width` characters. All lines but
/// the first are indented by `indent` blanks. A word that is longer than a line is not broken. Line
/// breaks in `text` stay.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

/// Returns a command line, broken into lines of at most `width` characters that a shell still reads
/// as one command. All lines but the first are indented by `indent` blanks.
std::string wrapped_command(const std::string& command, std::size_t indent, std::size_t width);

}  // namespace spillway::cli
