// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <fmt/format.h>

#include "base/files/files.h"
#include "cli/command.h"
#include "cli/help/help_groups.h"
#include "cli/terminal.h"

namespace spillway::cli {
namespace {

constexpr std::size_t help_columns = 80;  // the line width in which Boost prints the options

void write_manual_pages(const std::string& folder) {
  write_file(folder + "/spillway.1", manual_page());
  for (const CommandEntry& command : commands()) {
    write_file(folder + "/spillway-" + command.name + ".1", manual_page(command));
  }
}

ExitCode run_help(const Arguments& arguments, const Console& console) {
  if (arguments.has("man-pages")) {
    write_manual_pages(arguments.text("man-pages"));
  } else if (arguments.has("man") && !arguments.positional().empty()) {
    console.out << manual_page(find_command(arguments.positional()[0]));
  } else if (arguments.has("man")) {
    console.out << manual_page();
  } else if (arguments.positional().empty()) {
    console.out << help_text();
  } else {
    console.out << help_text(find_command(arguments.positional()[0]));
  }
  return ExitCode::ok;
}

}  // namespace

std::string help_text() {
  std::string text =
      "spillway: which tensors of a network go into which memory of a microNPU, and\n"
      "what does it cost in time?\n\nUsage: spillway COMMAND [options]\n\nCommands:\n";
  for (const CommandEntry& entry : commands()) {
    text += fmt::format("  {:<12}{}\n", entry.name, wrapped(entry.summary, 14, help_columns));
  }
  return text + "\n" +
         wrapped(
             "Exit status: 0 ok, 1 a run failed (a plan does not fit, a file cannot be written), "
             "2 a mistake on the command line, 3 one in an input file, 4 a threshold was missed, "
             "130 interrupted.",
             0, help_columns) +
         "\n\n" +
         wrapped(
             "'spillway help COMMAND' shows a command's options and examples. Every command takes "
             "-q (--quiet), which leaves out warnings and progress; -t is --target, -o is "
             "--output.",
             0, help_columns) +
         "\n";
}

std::string help_text(const CommandEntry& command) {
  const std::string operands = command.positional.empty() ? "" : " " + command.positional;
  std::string text =
      wrapped(fmt::format("spillway {}: {}", command.name, command.summary), 2, help_columns) +
      "\n\n" +
      wrapped(fmt::format("Usage: spillway {}{}{}", command.name, operands,
                          command.options.options().empty() ? "" : " [options]"),
              2, help_columns) +
      "\n";
  if (!command.description.empty()) {
    text += "\n" + wrapped(command.description, 0, help_columns) + "\n";
  }
  if (!command.options.options().empty()) text += "\n" + grouped_options(command.options);
  if (!command.examples.empty()) text += "\nExamples:\n";
  for (const std::string& example : command.examples) {
    text += "  " + wrapped_command(example, 4, help_columns) + "\n";
  }
  return text;
}

CommandEntry help_command() {
  CommandEntry entry;
  entry.name = "help";
  entry.summary = "show the commands, or one command's options";
  entry.positional = "[COMMAND]";
  entry.max_positional = 1;
  entry.examples = {"spillway help run", "spillway help sweep --man | man -l -"};
  entry.options.add_options()("man", "print a man page, of all commands or of one")(
      "man-pages", text_value("DIR"), "write all man pages, spillway-COMMAND.1, into a folder");
  entry.run = run_help;
  return entry;
}

}  // namespace spillway::cli
