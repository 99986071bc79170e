// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/version.h"
#include "cli/command.h"
#include "cli/terminal.h"

namespace spillway::cli {
namespace {

constexpr std::size_t example_columns = 64;  // what a page of 80 leaves between its margins

// In roff a backslash escapes, a hyphen may become a typographic one, and a line that begins with
// a period or a quote is a request.
std::string roff(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      if ((c == '.' || c == '\'') && (escaped.empty() || escaped.back() == '\n')) escaped += "\\&";
      escaped += c;
    }
  }
  return escaped;
}

std::string command_section(const CommandEntry& command) {
  std::string text = fmt::format(".SS \"spillway {} {}\"\n{}.\n", roff(command.name),
                                 roff(command.positional), roff(command.summary));
  if (!command.description.empty()) text += ".PP\n" + roff(command.description) + "\n";
  for (const auto& option : command.options.options()) {
    text += fmt::format(".TP\n.BI \"\\-\\-{} \" \"{}\"\n{}\n", roff(option->long_name()),
                        roff(option->semantic()->name()), roff(option->description()));
  }
  if (command.examples.empty()) return text;
  text += ".PP\n.nf\n.RS\n";
  for (const std::string& example : command.examples) {
    text += roff(wrapped_command(example, 2, example_columns)) + "\n";
  }
  return text + ".RE\n.fi\n";
}

}  // namespace

std::string manual_page() {
  std::string text = fmt::format(
      ".TH SPILLWAY 1 \"\" \"spillway {}\" \"User Commands\"\n"
      ".SH NAME\nspillway \\- memory placement and timing of networks on microNPUs\n"
      ".SH SYNOPSIS\n.B spillway\n.I COMMAND\n[\\fIoptions\\fR]\n.SH COMMANDS\n",
      roff(version()));
  for (const CommandEntry& command : commands()) text += command_section(command);
  return text +
         ".SH EXIT STATUS\n0 success, 1 a run failed (a plan does not fit, a file cannot be "
         "written),\n2 a mistake on the command line, 3 in an input file, 4 a threshold was "
         "missed,\n130 interrupted.\n"
         ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nno colours in the output\n.TP\n.B COLUMNS\nwidth of "
         "tables, from 80 on [the terminal's]\n";
}

}  // namespace spillway::cli
