// SPDX-License-Identifier: Apache-2.0
#include "experiments/ci/ci_file.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/terminal_text.h"
#include "base/text.h"
#include "experiments/point/as_compiled.h"
#include "experiments/point/option_table.h"
#include "hwmodels/toml/toml_reader.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

// Returns the path of the file that the CI file `file` calls `path`. If `path` names a file
// relative to the folder of the CI file, returns the path of this file; otherwise returns `path`,
// which is then relative to the working folder.
std::string resolve_path(const std::string& file, const std::string& path) {
  const auto there = std::filesystem::path(file).parent_path() / path;
  std::error_code ignored;
  return std::filesystem::is_regular_file(there, ignored) ? there.string() : path;
}

// Returns the path of the baseline (the results of an earlier run). If the baseline does not exist
// yet, returns a path in the folder of the CI file, where the run will write the baseline.
std::string resolve_baseline_path(const std::string& file, const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::exists(resolve_path(file, path), ignored)) return resolve_path(file, path);
  return (std::filesystem::path(file).parent_path() / path).string();
}

double read_latency(TomlTable& table, const std::string& key) {
  const auto latency = parse_latency(table.string(key));
  if (!latency) {
    table.fail(key,
               "expected a time like \"33ms\", \"950us\" or \"0.5s\", or a rate like \"30fps\"");
  }
  return *latency;
}

double read_share(TomlTable& table, const std::string& key) {
  const auto share = parse_share(table.string(key));
  if (!share) table.fail(key, "expected a share like \"1%\"");
  return *share;
}

// Reads the options of a check. The options have the same names as those of the command `run`. An
// option with several items has a list as its value.
void read_options(TomlTable& table, DesignPoint& point) {
  for (const PointOption& option : point_options()) {
    if (!table.has(option.name)) continue;
    try {
      set_option(option,
                 option.list ? table.strings(option.name) : OptionItems{table.string(option.name)},
                 point);
    } catch (const UserError& error) {
      if (error.code() != ExitCode::usage) throw;
      table.fail(option.name, error.what());
    }
  }
}

void read_budgets(TomlTable& table, CiCheck& check) {
  const Target target = resolve_target(check.point);
  std::vector<std::string> names;
  for (const MemorySpec& memory : target.memories) {
    names.push_back(memory.name);
    if (!table.has(memory.name)) continue;
    table.fail(memory.name, fmt::format("a budget of {0} stands in the table of budgets, after the "
                                        "other keys: [check.bytes] {0} = \"192K\"",
                                        memory.name));
  }
  if (!table.has("bytes")) return;
  TomlTable bytes = table.table("bytes");
  for (const std::string& memory : bytes.keys()) {
    const auto size = parse_size(bytes.string(memory));
    if (!size) bytes.fail(memory, "expected a size like \"192K\" or \"0.5M\"");
    if (std::find(names.begin(), names.end(), memory) == names.end()) {
      bytes.fail(memory, unknown_name_message("memory", memory, names));
    }
    check.budgets.emplace_back(memory, *size);
  }
}

CiCheck read_check(TomlTable& table, const std::string& file) {
  CiCheck check;
  const std::string network = table.string("network");
  try {
    check.network = load_network(resolve_path(file, network));
  } catch (const UserError& error) {
    check.failure = error.what();
    check.network.name = name_text(std::filesystem::path(network).stem().string());
  }
  read_options(table, check.point);
  check.point = as_compiled(check.network, check.point);
  if (check.point.target.empty()) table.string("target");  // throws if the key is missing
  resolve_target(check.point);
  check.name = table.has("name") ? table.string("name")
                                 : fmt::format("{} on {}", check.network.name, check.point.target);
  if (table.has("latency")) check.latency_us = read_latency(table, "latency");
  read_budgets(table, check);
  table.finish();
  return check;
}

}  // namespace

CiFile parse_ci_file(std::string_view toml, const std::string& file) {
  TomlTable table = TomlTable::parse(toml, file);
  CiFile ci;
  table.choice("kind", {"ci"});
  if (table.has("description")) ci.description = table.text("description");
  if (table.has("baseline")) ci.baseline = resolve_baseline_path(file, table.string("baseline"));
  if (table.has("slower")) ci.slower = read_share(table, "slower");
  for (TomlTable& check : table.tables("check")) ci.checks.push_back(read_check(check, file));
  table.finish();
  for (std::size_t i = 0; i < ci.checks.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (ci.checks[i].name != ci.checks[k].name) continue;
      throw input_error({file}, "two checks are called '{}'; give one a name", ci.checks[i].name);
    }
  }
  return ci;
}

}  // namespace spillway
