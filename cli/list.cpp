// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/terminal.h"
#include "experiments/pages/documents.h"
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

struct Item {
  std::string name;
  std::string summary;
  std::string alias{};
};
using Items = std::vector<Item>;

// Prints one line per item if the output is read by programs; on a terminal, breaks long lines.
void print(const Items& items, const Console& console) {
  const auto width = terminal_width(console);
  for (const auto& [name, summary, alias] : items) {
    const std::string names = alias.empty() ? name : fmt::format("{} (alias: {})", name, alias);
    console.out << fmt::format("{:<{}}{}\n", names + " ", name_columns,
                               width ? wrapped(summary, name_columns, *width) : summary);
  }
}

Items networks() {
  Items items;
  for (const BuiltinNetwork& network : builtin_networks()) {
    items.push_back({network.name, network.summary});
  }
  return items;
}

Items targets() {
  Items items;
  for (const std::string& name : target_names()) {
    items.push_back({name, load_target(name).description});
  }
  return items;
}

// The memory modes of every system configuration, first the one that --memory-mode defaults to.
Items modes() {
  Items items;
  for (const std::string& name : target_names()) {
    const Target target = load_target(name);
    for (const SystemConfig& config : target.system_configs) {
      std::string offered = config.default_mode;
      for (const MemoryMode& mode : offered_modes(config, target.mode_rules)) {
        if (mode.name != config.default_mode) offered += ", " + mode.name;
      }
      items.push_back({name, config.name + ": " + offered});
    }
  }
  return items;
}

// The planners that most people need. They are listed first; the others imitate a tool or a paper
// and exist for comparison.
const std::vector<std::string> first_planners = {
    "cadence-greedy", "search", "vela", "vela-spill", "exact", "tflm-greedy", "xformer"};

Items planner_items() {
  Items items;
  for (const std::string& name : first_planners) {
    const PlannerEntry& planner = find_planner(name);
    items.push_back({planner.name, planner.summary, planner.alias});
  }
  for (const PlannerEntry& planner : planners()) {
    const auto end = first_planners.end();
    if (std::find(first_planners.begin(), end, planner.name) != end) continue;
    items.push_back({planner.name, "for comparison: " + planner.summary, planner.alias});
  }
  return items;
}

Items weight_policy_items() {
  Items items;
  for (const WeightPolicyEntry& entry : weight_policies()) {
    items.push_back({entry.name, entry.summary});
  }
  return items;
}

Items parts() {
  Items items;
  for (const std::string& name : part_names()) items.push_back({name, part_description(name)});
  return items;
}

// The entries of the cost tables of all families that have one.
Items costs() {
  Items items;
  for (const ProcessorFamily* family : processor_families()) {
    if (family->cost_table == nullptr) continue;
    for (const CostTable::Entry& entry : family->cost_table().entries) {
      items.push_back(
          {entry.name, fmt::format("{:.4g} issue slots{}, {}", entry.cost,
                                   entry.validated ? "" : ", no published time", entry.source)});
    }
  }
  return items;
}

void print_costs(const Console& console) {
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

std::string list_document(const std::string& list, const Items& items) {
  ReportJson json = document_head("list");
  json["list"] = list;
  json["items"] = ReportJson::array();
  for (const auto& [name, summary, alias] : items) {
    json["items"].push_back({{"name", name}, {"summary", summary}});
  }
  return document_text(json);
}

ExitCode run_list(const Arguments& arguments, const Console& console) {
  const std::vector<std::pair<std::string, Items (*)()>> lists = {
      {"networks", networks},
      {"targets", targets},
      {"modes", modes},
      {"planners", planner_items},
      {"weight-policies", weight_policy_items},
      {"parts", parts},
      {"costs", costs}};
  const std::string& what = arguments.positional()[0];
  std::vector<std::string> names;
  for (const auto& [name, list] : lists) {
    names.push_back(name);
    if (name != what) continue;
    const Items items = list();
    if (name == "costs") {
      print_costs(console);
    } else {
      print(items, console);
    }
    write_document(arguments, console, list_document(name, items));
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
  add_json_option(entry);
  entry.run = run_list;
  return entry;
}

}  // namespace spillway::cli
