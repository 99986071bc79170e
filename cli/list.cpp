// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/terminal.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/target/target.h"
#include "planner/planner.h"
#include "planner/weight_policy.h"
#include "traces/builtin_networks.h"

namespace spillway::cli {
namespace {

constexpr std::size_t name_columns = 25;

// One line each for programs, broken ones for readers.
void line(const Console& console, const std::string& name, const std::string& summary) {
  const auto width = terminal_width(console);
  console.out << fmt::format("{:<{}}{}\n", name + " ", name_columns,
                             width ? wrapped(summary, name_columns, *width) : summary);
}

void list_networks(const Console& console) {
  for (const BuiltinNetwork& network : builtin_networks()) {
    line(console, network.name, network.summary);
  }
}

void list_targets(const Console& console) {
  for (const std::string& name : target_names()) line(console, name, load_target(name).description);
}

// The first of a configuration is what it runs in unless --memory-mode says otherwise.
void list_modes(const Console& console) {
  for (const std::string& name : target_names()) {
    const Target target = load_target(name);
    for (const SystemConfig& config : target.system_configs) {
      std::string modes = config.default_mode;
      for (const MemoryMode& mode : offered_modes(config, target.mode_rules)) {
        if (mode.name != config.default_mode) modes += ", " + mode.name;
      }
      line(console, name, config.name + ": " + modes);
    }
  }
}

void list_planners(const Console& console) {
  for (const PlannerEntry& planner : planners()) line(console, planner.name, planner.summary);
}

void list_weight_policies(const Console& console) {
  for (const WeightPolicyEntry& entry : weight_policies()) line(console, entry.name, entry.summary);
}

void list_parts(const Console& console) {
  for (const std::string& name : part_names()) line(console, name, part_description(name));
}

void list_costs(const Console& console) {
  for (const ProcessorFamily* family : processor_families()) {
    if (family->cost_table == nullptr) continue;
    const CostTable& table = family->cost_table();
    console.out << fmt::format("{}, version {}; ? = no published time\n", table.title,
                               table.version);
    for (const CostTable::Entry& entry : table.entries) {
      console.out << fmt::format("{:<52} {:>6.4g} {} {}\n", entry.name, entry.cost,
                                 entry.validated ? ' ' : '?', entry.source);
    }
  }
}

ExitCode run(const Arguments& arguments, const Console& console) {
  const std::vector<std::pair<std::string, void (*)(const Console&)>> lists = {
      {"networks", list_networks},
      {"targets", list_targets},
      {"modes", list_modes},
      {"planners", list_planners},
      {"weight-policies", list_weight_policies},
      {"parts", list_parts},
      {"costs", list_costs}};
  const std::string& what = arguments.positional()[0];
  std::vector<std::string> names;
  for (const auto& [name, list] : lists) {
    names.push_back(name);
    if (name != what) continue;
    list(console);
    return ExitCode::ok;
  }
  throw UserError(ExitCode::usage, unknown_name_message("list", what, names));
}

}  // namespace

CommandEntry list_command() {
  CommandEntry entry;
  entry.name = "list";
  entry.summary =
      "names of networks, targets, memory modes, planners, weight policies, memory parts or kernel "
      "costs";
  entry.positional = "networks|targets|modes|planners|weight-policies|parts|costs";
  entry.min_positional = 1;
  entry.max_positional = 1;
  entry.description =
      "One name and one line about it per row. Of memory modes, the first of a system "
      "configuration "
      "is its default.";
  entry.examples = {"spillway list planners"};
  entry.run = run;
  return entry;
}

}  // namespace spillway::cli
