// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"

namespace spillway::cli {

const std::vector<CommandEntry>& commands() {
  static const std::vector<CommandEntry> table = [] {
    std::vector<CommandEntry> entries;
    entries.push_back(run_command());
    entries.push_back(explain_command());
    entries.push_back(compare_command());
    entries.push_back(advise_command());
    entries.push_back(size_command());
    entries.push_back(tune_command());
    entries.push_back(sweep_command());
    entries.push_back(merge_command());
    entries.push_back(diff_command());
    entries.push_back(experiment_command());
    entries.push_back(ci_command());
    entries.push_back(plan_command());
    entries.push_back(check_command());
    entries.push_back(convert_command());
    entries.push_back(list_command());
    entries.push_back(memory_command());
    entries.push_back(bench_command());
    entries.push_back(completion_command());
    entries.push_back(help_command());
    entries.push_back(version_command());
    return entries;
  }();
  return table;
}

const CommandEntry& find_command(const std::string& name) {
  std::vector<std::string> names;
  for (const CommandEntry& entry : commands()) {
    if (entry.name == name) return entry;
    names.push_back(entry.name);
  }
  throw UserError(ExitCode::usage, unknown_name_message("command", name, names));
}

}  // namespace spillway::cli
