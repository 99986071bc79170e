// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.h"
#include "base/wrapped_words.h"
#include "report/operator_table.h"

namespace spillway::cli {
namespace {

// The maximum width of the output in characters. Readers lose track of longer rows.
constexpr std::size_t widest_output = 240;

}  // namespace

bool writes_to_terminal(const Console& console) {
  return &console.out == &std::cout && ::isatty(STDOUT_FILENO) == 1;
}

std::optional<std::size_t> terminal_width(const Console& console) {
  if (&console.out != &std::cout) return std::nullopt;
  const char* const variable = std::getenv("COLUMNS");
  const auto columns = parse_integer(variable == nullptr ? "" : variable);
  if (columns && *columns > 0) {
    return std::clamp(static_cast<std::size_t>(*columns), narrowest_output, widest_output);
  }
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return std::nullopt;
  return std::clamp<std::size_t>(size.ws_col, narrowest_output, widest_output);
}

std::size_t output_width(const Console& console) {
  return terminal_width(console).value_or(narrowest_output);
}

void print_warnings(const std::vector<std::string>& warnings, const Console& console) {
  for (const std::string& warning : warnings) {
    console.err << "spillway: warning: " << warning << '\n';
  }
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  std::string lines;
  for (const std::string& line : split(text, '\n')) {
    lines +=
        (lines.empty() ? "" : "\n" + std::string(indent, ' ')) + wrapped_words(line, indent, width);
  }
  return lines;
}

std::string wrapped_command(const std::string& command, std::size_t indent, std::size_t width) {
  return wrapped_words(command, indent, width, " \\");
}

}  // namespace spillway::cli
