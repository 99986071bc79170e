// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/point/option_entries.h"
#include "experiments/point/option_obstacles.h"
#include "experiments/point/option_values.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target_files.h"
#include "hwmodels/target/target_names.h"

namespace spillway::option_entries {
namespace {

template <auto Member>
using InTarget = InPoint<&DesignPoint::target_options, Member>;

// Returns a function that stores the target in a design point. If the target is a file of the user,
// the function also stores the hashes of the file and of the files on which it is based. Built-in
// targets need no hash, because the version of the program determines them.
SetOption read_target_name(const OptionItems& items) {
  const std::string& word = items.at(0);
  const std::string name = is_file_path(word) ? word : builtin_target_name(word);
  std::vector<InputFile> inputs;
  if (is_file_path(name)) {
    for (const std::string& file : target_files(name)) {
      inputs.push_back(read_option_file("target", file).input);
    }
  }
  return [name, inputs](DesignPoint& point) {
    point.target = name;
    point.inputs.insert(point.inputs.end(), inputs.begin(), inputs.end());
  };
}

SetOption read_config(const OptionItems& items) {
  return [input = read_option_file("config", items.at(0)).input](DesignPoint& point) {
    point.target_options.vela_ini = input.path;
    point.inputs.push_back(input);
  };
}

// Reads the value of --part: for each named memory, a memory part, such as DDR3-1600K-x16 or a
// file. The returned function keeps the parts that the point has for other memories.
SetOption read_parts(const OptionItems& items) {
  std::vector<std::pair<std::string, std::string>> parts;
  std::vector<InputFile> inputs;
  std::vector<std::string> memories;
  for (const std::string& item : items) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos) {
      bad_option_value("part", item, "MEMORY=PART, like dram=DDR3-1600K-x16");
    }
    const std::string part = item.substr(equals + 1);
    load_part(part);
    memories.push_back(lower_case(item.substr(0, equals)));
    parts.emplace_back(memories.back(), part);
    if (is_file_path(part)) inputs.push_back(read_option_file("part", part).input);
  }
  require_each_once("part", memories);
  return [parts, inputs](DesignPoint& point) {
    auto& chosen = point.target_options.parts;
    chosen.insert(chosen.end(), parts.begin(), parts.end());
    point.inputs.insert(point.inputs.end(), inputs.begin(), inputs.end());
  };
}

std::string board_obstacle(const OptionUse& use) {
  std::string reason = obstacle_no_threads(use);
  const std::string& config = use.point.target_options.system_config;
  if (!reason.empty() || config.empty() || config == use.point.target_options.board) return reason;
  return " and --system-config name different system configurations";
}

// Returns the reason why --region has no effect, for example that no command of the network uses
// the region; empty if --region has an effect.
std::string region_obstacle(const OptionUse& use) {
  std::string reason = obstacle_not_compiled(use);
  const std::vector<std::string>& regions = use.point.target_options.regions;
  if (!reason.empty() || regions.empty()) return reason;
  const auto used_regions = compiled_family(use.network)->used_regions;
  if (used_regions == nullptr) return ": " + use.network.name + " has no regions";
  const std::vector<bool> used = used_regions(use.network);
  for (const std::string& item : regions) {
    const auto region = parse_integer(item.substr(0, item.find_first_of(":=")));
    const auto number = static_cast<std::size_t>(region.value_or(0));
    if (!region || *region < 0 || number >= used.size() || used[number]) continue;
    return fmt::format(": no command of {} uses region {}", use.network.name, number);
  }
  return "";
}

}  // namespace

PointOption target() {
  auto option = word_option<InPoint<&DesignPoint::target>>(
      {"target", "TARGET",
       "chip: a name of 'spillway list targets' or a .toml file [of a compiled file: its own]",
       Stage::target});
  option.read = read_target_name;
  option.own_list = true;
  return option;
}

PointOption config() {
  auto option = word_option<InTarget<&TargetOptions::vela_ini>>(
      {"config", "FILE", "a vela.ini with system configurations and memory modes", Stage::target});
  option.read = read_config;
  return option;
}

PointOption system_config() {
  auto option = word_option<InTarget<&TargetOptions::system_config>>(
      {"system-config", "NAME", "clocks and memories the target is built with [its default]",
       Stage::target});
  option.own_list = true;
  return option;
}

PointOption board() {
  return word_option<InTarget<&TargetOptions::board>>(
      {"board", "NAME", "xcore.ai: clocks of core and external RAM, instead of --system-config",
       Stage::target},
      board_obstacle);
}

PointOption memory_mode() {
  auto option = word_option<InTarget<&TargetOptions::memory_mode>>(
      {"memory-mode", "MODE", "where constants, arena and cache live [the target's default]",
       Stage::target});
  option.own_list = true;
  return option;
}

PointOption part() {
  PointOption option{"part", "MEMORY=PART",
                     "build a memory from a name of 'spillway list parts' or a .toml file",
                     Stage::target, true};
  option.read = read_parts;
  option.items = [](const DesignPoint& point) {
    OptionItems items;
    for (const auto& [memory, part] : point.target_options.parts) {
      items.push_back(memory + "=" + part);
    }
    return items;
  };
  option.clear = reset<InTarget<&TargetOptions::parts>>;
  option.own_list = true;
  return option;
}

PointOption region() {
  return parsed_option<InTarget<&TargetOptions::regions>>(
      {"region", "N=MEMORY",
       "compiled networks: memory of region N, of N:BEGIN-END, or of 'commands'", Stage::target,
       true},
      lower_case_items, ItemsOf(), region_obstacle);
}

}  // namespace spillway::option_entries
