// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/version.h"
#include "cli/command.h"
#include "cli/terminal.h"

namespace spillway::cli {
namespace {

// Maximum number of characters in a line of an example, so that the line fits between the margins
// of a man page of 80 columns.
constexpr std::size_t example_columns = 64;

// Returns a text escaped for roff. In roff, a backslash begins an escape, a hyphen may be printed
// as a typographic hyphen, and a line that begins with a period or a quote is a request.
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

std::string options_in_roff(const CommandEntry& command) {
  std::string text;
  for (const auto& option : command.options.options()) {
    const bool stands_alone = option->semantic()->max_tokens() == 0;
    text += fmt::format(".TP\n.BI \"\\-\\-{} \" \"{}\"\n{}\n", roff(option->long_name()),
                        stands_alone ? "" : roff(option->semantic()->name()),
                        roff(option->description()));
  }
  return text;
}

std::string examples_in_roff(const CommandEntry& command) {
  std::string text = ".PP\n.nf\n.RS\n";
  for (const std::string& example : command.examples) {
    text += roff(wrapped_command(example, 2, example_columns)) + "\n";
  }
  return text + ".RE\n.fi\n";
}

std::string command_section(const CommandEntry& command) {
  std::string text = fmt::format(".SS \"spillway {} {}\"\n{}.\n", roff(command.name),
                                 roff(command.positional), roff(command.summary));
  if (!command.description.empty()) text += ".PP\n" + roff(command.description) + "\n";
  text += options_in_roff(command);
  return command.examples.empty() ? text : text + examples_in_roff(command);
}

std::string page_title(const std::string& name) {
  return fmt::format(".TH {} 1 \"\" \"spillway {}\" \"User Commands\"\n", roff(name),
                     roff(version()));
}

constexpr const char* exit_status =
    ".SH EXIT STATUS\n0 success, 1 a run failed (a plan does not fit, a file cannot be "
    "written),\n2 a mistake on the command line, 3 a mistake in an input file,\n4 a threshold was "
    "missed, 130 interrupted.\n";

// Returns the commands that the section SEE ALSO of a command's man page lists.
const std::vector<std::string>& related_commands(const std::string& command) {
  static const std::vector<std::vector<std::string>> families = {
      {"run", "explain", "compare", "advise"},
      {"size", "pareto", "sweep", "tune"},
      {"sweep", "merge", "experiment", "diff"},
      {"ci", "diff", "check"},
      {"plan", "arena", "check", "relink", "convert"},
      {"list", "memory", "bench"},
      {"help", "completion", "version"},
  };
  static std::map<std::string, std::vector<std::string>> related;
  std::vector<std::string>& others = related[command];
  if (!others.empty()) return others;
  for (const auto& family : families) {
    if (std::find(family.begin(), family.end(), command) == family.end()) continue;
    for (const std::string& other : family) {
      const bool known = std::find(others.begin(), others.end(), other) != others.end();
      if (other != command && !known) others.push_back(other);
    }
  }
  return others;
}

std::string see_also(const std::vector<std::string>& pages) {
  std::string text = ".SH SEE ALSO\n";
  for (std::size_t i = 0; i < pages.size(); ++i) {
    text += fmt::format(".BR {} (1){}\n", roff(pages[i]), i + 1 < pages.size() ? "," : "");
  }
  return text;
}

}  // namespace

std::string manual_page() {
  std::string text = page_title("SPILLWAY") +
                     ".SH NAME\nspillway \\- memory placement and timing of networks on microNPUs\n"
                     ".SH SYNOPSIS\n.B spillway\n.I COMMAND\n[\\fIoptions\\fR]\n.SH COMMANDS\n";
  std::vector<std::string> pages;
  for (const CommandEntry& command : commands()) {
    text += command_section(command);
    pages.push_back("spillway-" + command.name);
  }
  return text + exit_status +
         ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nif set, the output has no colours\n.TP\n.B "
         "COLUMNS\nwidth of tables in characters, from 80 to 240 [the terminal's width]\n" +
         see_also(pages);
}

std::string manual_page(const CommandEntry& command) {
  std::string text =
      page_title("SPILLWAY-" + command.name) +
      fmt::format(".SH NAME\nspillway\\-{} \\- {}\n", roff(command.name), roff(command.summary));
  text += fmt::format(
      ".SH SYNOPSIS\n.B spillway {}\n{}[\\fIoptions\\fR]\n", roff(command.name),
      command.positional.empty() ? "" : fmt::format("\\fI{}\\fR ", roff(command.positional)));
  if (!command.description.empty()) text += ".SH DESCRIPTION\n" + roff(command.description) + "\n";
  if (!command.options.options().empty()) text += ".SH OPTIONS\n" + options_in_roff(command);
  if (!command.examples.empty()) text += ".SH EXAMPLES\n" + examples_in_roff(command);
  std::vector<std::string> pages = {"spillway"};
  for (const std::string& other : related_commands(command.name)) {
    pages.push_back("spillway-" + other);
  }
  return text + exit_status + see_also(pages);
}

}  // namespace spillway::cli
