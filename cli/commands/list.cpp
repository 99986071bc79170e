// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/print_tables.h"
#include "cli/terminal.h"
#include "experiments/pages/documents.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/target/target.h"
#include "planner/planner.h"
#include "planner/weight_policy.h"
#include "traces/files/builtin_networks.h"

namespace spillway::cli {
namespace {

constexpr std::size_t name_columns = 25;

struct Item {
  std::string name;
  std::string summary;
  std::string alias{};
};
using Items = std::vector<Item>;

// Returns the table of a list. As text, the table has one line per item, so that programs can read
// the list; on a terminal, long lines are wrapped.
PrintedTable item_table(const Items& items) {
  PrintedTable table{"items", ""};
  table.columns = {text_column("name and alias").at_least(name_columns - 1).only_in_text(),
                   text_column("name").only_in_documents(),
                   text_column("alias").only_in_documents(),
                   text_column("summary").gap_before(1).wrapped()};
  table.has_head = false;
  for (const auto& [name, summary, alias] : items) {
    table.add(
        {alias.empty() ? name : fmt::format("{} (alias: {})", name, alias), name, alias, summary});
  }
  return table;
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

// Returns the memory modes of every system configuration. The first mode of a configuration is the
// default of --memory-mode.
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

// Returns the memories of every target, fastest first, in the form of the option --memory.
Items memories() {
  Items items;
  for (const std::string& name : target_names()) {
    std::string sizes;
    for (const MemorySpec& memory : load_target(name).memories) {
      const bool limited = memory.capacity != unlimited;
      sizes += fmt::format("{}{}={}", sizes.empty() ? "" : " ", memory.name,
                           limited ? format_size(memory.capacity) : "unlimited");
    }
    items.push_back({name, sizes});
  }
  return items;
}

// Planners for everyday use, which are listed first. The other planners imitate tools or papers,
// and serve for comparisons.
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
  for (const WeightPolicy& entry : weight_policies()) {
    items.push_back({entry.name, entry.summary});
  }
  return items;
}

Items parts() {
  Items items;
  for (const std::string& name : part_names()) items.push_back({name, part_description(name)});
  return items;
}

// Returns the entries of the cost tables of all processor families that have a cost table.
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

Printout costs_printout() {
  Printout printout;
  for (const ProcessorFamily* family : processor_families()) {
    if (family->cost_table == nullptr) continue;
    const CostTable& costs = family->cost_table();
    printout << fmt::format("{}, version {}; ? marks a cost without a published time\n",
                            costs.title, costs.version);
    PrintedTable table{"items", ""};
    table.keys = {{"table", costs.title}};
    table.columns = {
        text_column("kernel").at_least(52), number_column("issue slots").at_least(6).gap_before(1),
        text_column("published time").only_in_documents(), text_column("source").gap_before(1)};
    table.has_head = false;
    for (const CostTable::Entry& entry : costs.entries) {
      table.add({entry.name,
                 {fmt::format("{:.4g}", entry.cost), entry.validated ? "" : " ?"},
                 entry.validated ? "yes" : "no",
                 entry.source});
    }
    printout << std::move(table);
  }
  return printout;
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
      {"memories", memories},
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
    const Printout printout = name == "costs" ? costs_printout() : Printout() << item_table(items);
    print(printout, terminal_width(console).value_or(unlimited_output), arguments, console);
    write_document(arguments, console, list_document(name, items));
    return ExitCode::ok;
  }
  throw usage_error(unknown_name_message("list", what, names));
}

}  // namespace

CommandEntry list_command() {
  CommandEntry entry;
  entry.summary =
      "list networks, targets, memory modes, memories, planners, weight policies, memory parts or "
      "kernel costs";
  entry.positional = "networks|targets|modes|memories|planners|weight-policies|parts|costs";
  entry.description =
      "Each row has a name and a short description. The first memory mode of a system "
      "configuration is its default mode. The sizes of memories are the sizes in the target's "
      "default system configuration.";
  entry.examples = {"spillway list planners"};
  entry.tables = {"items"};
  add_json_option(entry);
  entry.run = run_list;
  return entry;
}

}  // namespace spillway::cli
