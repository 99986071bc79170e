// SPDX-License-Identifier: Apache-2.0
#include "cli/point_options.h"

#include <fmt/format.h>

#include "base/files.h"
#include "base/text.h"
#include "cli/planned.h"
#include "cli/xcore_options.h"

namespace spillway::cli {

void add_point_options(boost::program_options::options_description& options) {
  options.add_options()("target", text_value("TARGET"),
                        "chip: a name of 'spillway list targets' or a .toml file")(
      "config", text_value("FILE"), "a vela.ini with system configurations and memory modes")(
      "system-config", text_value("NAME"), "clocks and memories the target is built with")(
      "memory-mode", text_value("MODE"), "where constants, arena and cache live")(
      "memory", list_value("NAME=SIZE"), "capacity that plans may use of a memory")(
      "part", list_value("MEMORY=PART"), "build a memory from a name of 'spillway list parts'")(
      "region", list_value("N=MEMORY"),
      "compiled networks: memory of region N, of N:BEGIN-END, or of 'commands'")(
      "names", text_value("FILE"),
      "compiled networks: names of operators, from Vela's debug database (.xml) or per-layer "
      "listing (.csv)")("arena", list_value("MEMORY"),
                        "memories for feature maps, instead of the mode's")(
      "weights", text_value("MEMORY"), "memory of the constants, instead of the mode's")(
      "pin", list_value("TENSOR=PLACE"),
      "MEMORY, MEMORY@OFFSET or 'outside' for a tensor, 'inputs' or 'outputs'")(
      "planner", text_value("PLANNER"), "a name of 'spillway list planners' [cadence-greedy]")(
      "allocator", text_value("NAME"), "offsets within a memory, instead of the planner's own")(
      "threshold", text_value("SIZE"), "size-threshold: largest tensor that goes fast [4K]")(
      "weight-policy", text_value("NAME"),
      "Ethos-U: a name of 'spillway list weight-policies' [auto]")(
      "search-budget", text_value("N"),
      "nodes or iterations of planners that search [each planner's]")(
      "weight-ratio", text_value("X|FILE"),
      "encoded / original weight bytes: of all operators, or by operator from a CSV (name,ratio) "
      "or "
      "the compiled .tflite [1.0]");
  add_xcore_options(options);
}

std::vector<std::pair<std::string, Bytes>> read_capacities(const Arguments& arguments,
                                                           const std::string& option) {
  std::vector<std::pair<std::string, Bytes>> capacities;
  for (const std::string& item : arguments.list(option)) {
    const std::size_t equals = item.find('=');
    const std::optional<Bytes> size =
        equals == std::string::npos ? std::nullopt : parse_size(item.substr(equals + 1));
    if (!size) {
      throw UserError(ExitCode::usage,
                      fmt::format("--{}: '{}' is not NAME=SIZE, like sram=192K", option, item));
    }
    capacities.emplace_back(item.substr(0, equals), *size);
  }
  return capacities;
}

namespace {

void read_parts(const Arguments& arguments, DesignPoint& point) {
  for (const std::string& item : arguments.list("part")) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos) {
      throw UserError(
          ExitCode::usage,
          fmt::format("--part: '{}' is not MEMORY=PART, like dram=DDR3-1600K-x16", item));
    }
    point.target_options.parts.emplace_back(item.substr(0, equals), item.substr(equals + 1));
  }
}

// What stack and code need, which plans leave.
void read_reserved(const Arguments& arguments, DesignPoint& point) {
  const Target target = resolve_target(point);
  for (const auto& [name, bytes] : read_capacities(arguments, "reserve")) {
    const Bytes capacity = target.memories[memory_index(target, name)].capacity;
    if (bytes > capacity) {
      throw UserError(ExitCode::usage,
                      fmt::format("--reserve: {} bytes exceed the {} bytes of {}",
                                  with_thousands(bytes), with_thousands(capacity), name));
    }
    point.reserved.emplace_back(name, bytes);
  }
}

// Vela's debug database is XML, its listing a CSV.
void read_names(const std::string& file, ReplayOptions& replay) {
  const std::string text = read_text(file);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && text[first] == '<') {
    replay.debug_database = text;
    replay.debug_database_file = file;
    return;
  }
  replay.listing = parse_vela_per_layer(text, file);
  replay.listing_file = file;
}

void read_weight_ratio(const Arguments& arguments, DesignPoint& point) {
  const std::string value = arguments.text("weight-ratio");
  if (is_weight_ratio_file(value)) {
    point.weight_ratios = read_weight_ratios(value);
  } else if (const auto ratio = arguments.number("weight-ratio", 0.01, 4)) {
    point.schedule.weight_ratio = *ratio;
  }
}

}  // namespace

DesignPoint read_point(const Arguments& arguments) {
  return read_point(arguments, arguments.text("planner"));
}

DesignPoint read_point(const Arguments& arguments, const std::string& planner) {
  DesignPoint point;
  point.target = arguments.text("target");
  if (point.target.empty()) {
    throw UserError(ExitCode::usage, "--target is missing; 'spillway list targets' names them");
  }
  point.target_options.vela_ini = arguments.text("config");
  point.target_options.system_config = arguments.text("system-config");
  point.target_options.memory_mode = arguments.text("memory-mode");
  point.target_options.capacities = read_capacities(arguments, "memory");
  read_parts(arguments, point);
  if (arguments.has("reserve")) read_reserved(arguments, point);
  point.target_options.regions = arguments.list("region");
  if (arguments.has("names")) read_names(arguments.text("names"), point.replay);
  point.arena = arguments.list("arena");
  point.weights = arguments.text("weights");
  point.pins = read_pins(arguments);
  point.planner = planner;
  if (!point.planner.empty()) find_planner(point.planner);
  point.weight_policy = arguments.text("weight-policy");
  if (!point.weight_policy.empty()) find_weight_policy(point.weight_policy);
  point.planner_options.allocator = arguments.text("allocator");
  if (const auto size = arguments.size("threshold")) point.planner_options.threshold = *size;
  constexpr auto any = std::numeric_limits<std::int64_t>::max();
  if (const auto budget = arguments.integer("search-budget", 1, any)) {
    point.planner_options.search_budget = *budget;
  }
  if (arguments.has("weight-ratio")) read_weight_ratio(arguments, point);
  read_xcore_options(arguments, point);
  return point;
}

}  // namespace spillway::cli
