// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/point/option_table.h"
#include "experiments/sweep/repeated_values.h"
#include "experiments/sweep/skip_points.h"
#include "experiments/sweep/sweep_table.h"
#include "hwmodels/toml/toml_reader.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

// Calls `take` for each string of a TOML array. If `take` throws an error, adds the position of the
// string in the file to the error.
template <typename Take>
void for_each_string(TomlTable& table, const std::string& key, const Take& take) {
  if (!table.has(key)) return;
  const std::vector<std::string> values = table.strings(key);
  if (values.empty()) table.fail(key, "expected at least one value");
  for (std::size_t i = 0; i < values.size(); ++i) {
    try {
      take(values[i]);
    } catch (const UserError& error) {
      throw input_error(table.where(key, i), error.what());
    }
  }
}

void read_names(TomlTable& table, const std::string& key, std::vector<std::string>& names) {
  for_each_string(table, key, [&](const std::string& name) { names.push_back(name); });
}

void read_targets(TomlTable& table, SweepSpec& spec) {
  table.strings("targets");  // throws the error that the key is missing
  for_each_string(table, "targets", [&](const std::string& name) {
    load_target(name);
    spec.targets.push_back(name);
  });
}

// Reads a TOML table whose keys are names of memories and whose values are lists. Calls `add` with
// each item, as `MEMORY=ITEM`.
template <typename Add>
void read_by_memory(TomlTable& table, const std::string& key, const Add& add) {
  if (!table.has(key)) return;
  TomlTable memories = table.table(key);
  for (const std::string& memory : memories.keys()) {
    for_each_string(memories, memory,
                    [&](const std::string& value) { add(fmt::format("{}={}", memory, value)); });
  }
}

void read_options(TomlTable& table, SweepSpec& spec) {
  if (!table.has("options")) return;
  TomlTable options = table.table("options");
  for (const PointOption& option : point_options()) {
    if (!is_swept(option)) continue;
    for_each_string(options, option.name,
                    [&](const std::string& value) { add_option(spec, option.name, value); });
  }
  options.finish();
}

std::string read_column(TomlTable& table, const std::string& key, const std::string& fallback) {
  if (!table.has(key)) return fallback;
  std::string name = table.string(key);
  const std::vector<std::string> columns = split(sweep_identity_columns, ',');
  if (std::find(columns.begin(), columns.end(), name) == columns.end()) {
    table.fail(key, unknown_name_message("column", name, columns));
  }
  return name;
}

SummaryChoice read_summary(TomlTable table) {
  SummaryChoice summary;
  summary.tables.rows = read_column(table, "rows", summary.tables.rows);
  summary.tables.columns = read_column(table, "columns", summary.tables.columns);
  if (table.has("standings")) summary.standings = table.boolean("standings");
  if (table.has("order")) summary.order = table.boolean("order");
  if (table.has("slower_steps")) summary.slower_steps = table.boolean("slower_steps");
  table.finish();
  return summary;
}

void require_each_once(const SweepSpec& spec, const std::string& file) {
  try {
    require_each_once(spec);
  } catch (const UserError& error) {
    throw input_error({file}, error.what());
  }
}

}  // namespace

SweepFile parse_sweep_file(std::string_view toml, const std::string& file) {
  TomlTable table = TomlTable::parse(toml, file);
  SweepFile sweep;
  SweepSpec& spec = sweep.spec;
  table.choice("kind", {"sweep"});
  sweep.description = table.text("description");
  table.strings("networks");  // throws the error that the key is missing
  for_each_string(table, "networks",
                  [&](const std::string& name) { spec.networks.push_back(load_network(name)); });
  read_targets(table, spec);
  read_names(table, "system_configs", spec.system_configs);
  read_names(table, "memory_modes", spec.memory_modes);
  read_by_memory(table, "memory", [&](const std::string& text) { add_memory(spec, text); });
  read_by_memory(table, "part", [&](const std::string& text) { add_part(spec, text); });
  for_each_string(table, "planners", [&](const std::string& name) { add_planner(spec, name); });
  for_each_string(table, "allocators", [&](const std::string& name) { add_allocator(spec, name); });
  read_options(table, spec);
  for_each_string(table, "skip", [&](const std::string& condition) {
    spec.skips.push_back(condition);
    check_skips(spec);
  });
  require_each_once(spec, file);
  if (table.has("output")) sweep.output = table.string("output");
  if (table.has("summary")) sweep.summary = read_summary(table.table("summary"));
  table.finish();
  return sweep;
}

}  // namespace spillway
