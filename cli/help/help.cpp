// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <boost/program_options.hpp>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/files/files.h"
#include "cli/command.h"
#include "cli/terminal.h"

namespace spillway::cli {
namespace {

namespace po = boost::program_options;

constexpr std::size_t most_in_one_list = 20;

struct Group {
  const char* title;
  std::vector<std::string_view> names;
};

// Returns the groups of options, in the order of the help page. A group with an empty list shows
// the options that no other group lists.
const std::vector<Group>& groups() {
  static const std::vector<Group> table = {
      {"Most used",
       {"target", "memory-mode", "memory", "planner", "report", "per-op", "json", "plan", "part",
        "trace", "latency"}},
      {"Network and chip",
       {"system-config", "config", "board", "vela", "weight-encoding", "narrow-maps", "chains",
        "blocks", "names"}},
      {"Memory", {"arena", "weights", "reserve", "require", "region"}},
      {"Plan", {"weight-policy", "allocator", "start", "pin", "inputs-in", "plan-out"}},
      {"Output", {}},
      {"xcore.ai",
       {"threads", "op-split", "place", "xformer", "loads", "landing", "page-after", "one-pixel",
        "channelwise", "reference", "conv-glue-slots", "per-thread"}},
      {"Expert",
       {"weight-ratio", "threshold", "in-place", "arena-limit", "search-budget", "runs", "ideal",
        "kernel", "traffic", "traffic-memory", "dram-commands", "counters", "vcd",
        "planner-timeout"}},
  };
  return table;
}

const Group& group_of(const std::string& name) {
  const Group* others = nullptr;
  for (const Group& group : groups()) {
    if (std::find(group.names.begin(), group.names.end(), name) != group.names.end()) return group;
    if (group.names.empty()) others = &group;
  }
  return *others;
}

// Returns the options of a group in the order of the group's list. In the group with an empty list,
// options have the order in which the command declares them.
std::vector<boost::shared_ptr<po::option_description>> in_order_of(
    const Group& group, const po::options_description& options) {
  std::vector<boost::shared_ptr<po::option_description>> members;
  for (const auto& option : options.options()) {
    if (&group_of(option->long_name()) == &group) members.push_back(option);
  }
  const auto place = [&](const auto& option) {
    return std::find(group.names.begin(), group.names.end(), option->long_name());
  };
  std::stable_sort(members.begin(), members.end(),
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return members;
}

// Returns the options of a command as text for the help page. A long list is divided into groups
// by topic, with the most used options first.
std::string grouped_options(const po::options_description& options) {
  std::ostringstream text;
  if (options.options().size() <= most_in_one_list) {
    text << "Options:\n" << options;
    return text.str();
  }
  const char* between = "";
  for (const Group& group : groups()) {
    po::options_description some;
    for (const auto& option : in_order_of(group, options)) some.add(option);
    if (some.options().empty()) continue;
    text << between << group.title << ":\n" << some;
    between = "\n";
  }
  return text.str();
}

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
      "spillway: place the tensors of a network in the memories of a microNPU, and\nsimulate the "
      "time of an inference\n\nUsage: spillway COMMAND [options]\n\nCommands:\n";
  for (const CommandEntry& entry : commands()) {
    text += fmt::format("  {:<12}{}\n", entry.name, wrapped(entry.summary, 14, help_columns));
  }
  return text + "\n" +
         wrapped(
             "Exit status: 0 ok, 1 a run failed (a plan does not fit, a file cannot be written), 2 "
             "a mistake on the command line, 3 a mistake in an input file, 4 a threshold was "
             "missed, 130 interrupted.",
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
  entry.summary = "show the commands, or one command's options";
  entry.positional = "[COMMAND]";
  entry.examples = {"spillway help run", "spillway help sweep --man | man -l -"};
  entry.options.add_options()("man", "print a man page, of all commands or of COMMAND")(
      "man-pages", text_value("DIR"), "write all man pages, spillway-COMMAND.1, into a folder");
  entry.run = run_help;
  return entry;
}

}  // namespace spillway::cli
