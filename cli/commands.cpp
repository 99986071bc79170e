// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "base/text.h"
#include "cli/command.h"
#include "cli/print_tables.h"

namespace spillway::cli {
namespace {

struct Known {
  const char* name;
  CommandEntry (*make)();
};

const Known known[] = {
    {"run", run_command},
    {"explain", explain_command},
    {"compare", compare_command},
    {"advise", advise_command},
    {"size", size_command},
    {"tune", tune_command},
    {"sweep", sweep_command},
    {"pareto", pareto_command},
    {"merge", merge_command},
    {"diff", diff_command},
    {"experiment", experiment_command},
    {"ci", ci_command},
    {"plan", plan_command},
    {"arena", arena_command},
    {"relink", relink_command},
    {"check", check_command},
    {"convert", convert_command},
    {"list", list_command},
    {"memory", memory_command},
    {"bench", bench_command},
    {"completion", completion_command},
    {"help", help_command},
    {"version", version_command},
};

// Sets how many positional arguments the command takes. Each word of `positional` is an argument: A
// is required, [A] may be left out, and A... may be repeated.
void count_positional(CommandEntry& entry) {
  for (const std::string& word : split(entry.positional, ' ')) {
    if (word.empty()) continue;
    if (word.front() != '[') ++entry.min_positional;
    const bool repeated = word.find("...") != std::string::npos;
    entry.max_positional = repeated ? -1 : entry.max_positional + 1;
  }
}

// Makes the entry of a command, and adds options that many commands share. A command that prints
// tables gets --format. A command with --planner gets --planner-timeout, because a planner may be a
// program of the user.
CommandEntry make_entry(const Known& command) {
  CommandEntry entry = command.make();
  entry.name = command.name;
  count_positional(entry);
  if (entry.options.find_nothrow("planner", false) != nullptr) {
    entry.options.add_options()("planner-timeout", text_value("SECONDS"),
                                "time limit of a planner program (exec:PROGRAM) [600]");
  }
  if (!entry.tables.empty()) add_table_options(entry);
  return entry;
}

}  // namespace

const std::vector<CommandEntry>& commands() {
  static const std::vector<CommandEntry> table = [] {
    std::vector<CommandEntry> entries;
    for (const Known& command : known) entries.push_back(make_entry(command));
    return entries;
  }();
  return table;
}

// Makes only the entry of the command `name`, because building the options of all commands would
// delay every start of the program.
const CommandEntry& find_command(const std::string& name) {
  static std::map<std::string, CommandEntry> made;
  for (const Known& command : known) {
    if (command.name != name) continue;
    const auto found = made.find(name);
    return found != made.end() ? found->second
                               : made.emplace(name, make_entry(command)).first->second;
  }
  throw usage_error(unknown_entry_message("command", name, known));
}

}  // namespace spillway::cli
