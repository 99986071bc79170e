// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/select_target.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/files/files.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/target/vela_ini.h"

namespace spillway {
namespace {

template <typename T>
std::vector<std::string> names_of(const std::vector<T>& things) {
  std::vector<std::string> names;
  names.reserve(things.size());
  for (const T& thing : things) names.push_back(thing.name);
  return names;
}

template <typename T>
const T& find_by_name(const std::vector<T>& things, const std::string& name, const char* kind) {
  const auto found =
      std::find_if(things.begin(), things.end(), [&](const T& t) { return t.name == name; });
  if (found == things.end()) {
    throw UserError(ExitCode::usage, unknown_name_message(kind, name, names_of(things)));
  }
  return *found;
}

/// Returns the first of `wanted` that `config` has; empty if `config` has none of these memories.
std::string first_present(const SystemConfig& config, const std::vector<std::string>& wanted) {
  for (const std::string& name : wanted) {
    for (const MemorySpec& memory : config.memories) {
      if (memory.name == name) return name;
    }
  }
  return {};
}

/// Returns the memory of each region, as Arm's core driver sets the regions up. Region 0 and the
/// commands are in the memory mode's memory for constants, region 1 is in its memory for the arena,
/// and all other regions are in its memory for the arena cache.
RegionMap default_regions(const Target& target) {
  const auto index = [&](const std::string& name) {
    return static_cast<std::uint8_t>(memory_index(target, name));
  };
  RegionMap map;
  map.memory.fill(index(target.mode.cache));
  map.memory[0] = map.commands = index(target.mode.constants);
  map.memory[1] = index(target.mode.arena);
  return map;
}

bool exists_in(const MemorySpec& memory, const std::string& mode) {
  return memory.modes.empty() ||
         std::find(memory.modes.begin(), memory.modes.end(), mode) != memory.modes.end();
}

}  // namespace

std::uint8_t RegionMap::memory_of(int region, Address offset) const {
  for (const Part& part : parts) {
    if (part.region == region && part.begin <= offset && offset < part.end) return part.memory;
  }
  return memory.at(static_cast<std::size_t>(region));
}

std::vector<MemoryMode> offered_modes(const SystemConfig& config,
                                      const std::vector<MemoryModeRule>& rules) {
  std::vector<MemoryMode> modes;
  for (const MemoryModeRule& rule : rules) {
    MemoryMode mode{rule.name, first_present(config, rule.constants),
                    first_present(config, rule.arena), first_present(config, rule.cache),
                    rule.cache_bytes};
    const bool complete = !mode.constants.empty() && !mode.arena.empty() && !mode.cache.empty();
    if (complete) modes.push_back(std::move(mode));
  }
  return modes;
}

Target select_system_config(Target target, const std::string& name) {
  const SystemConfig config = find_by_name(target.system_configs, name, "system config");
  target.system_config = config.name;
  target.clock_khz = config.clock_khz;
  target.ports = config.ports;
  target.modes = offered_modes(config, target.mode_rules);
  target.default_mode = config.default_mode;
  return select_mode(std::move(target), config.default_mode);
}

Target select_mode(Target target, const std::string& name) {
  const SystemConfig& config =
      find_by_name(target.system_configs, target.system_config, "system config");
  target.mode = find_by_name(target.modes, name, "memory mode");
  target.memories.clear();
  for (const MemorySpec& memory : config.memories) {
    if (exists_in(memory, name)) target.memories.push_back(memory);
  }
  if (target.mode.cache_bytes > 0) {
    MemorySpec& cache = target.memories[memory_index(target, target.mode.cache)];
    cache.capacity = std::min(cache.capacity, target.mode.cache_bytes);
  }
  target.regions = default_regions(target);
  const std::vector<std::string> rules = target.region_rules;
  for (const std::string& rule : rules) target = with_region(std::move(target), rule);
  return target;
}

Target with_capacity(Target target, const std::string& memory, Bytes capacity) {
  MemorySpec& spec = target.memories[memory_index(target, memory)];
  if (spec.part_bytes > 0 && capacity > spec.part_bytes) {
    throw UserError(ExitCode::usage, fmt::format("--memory {}={}: the part holds {} bytes", memory,
                                                 capacity, spec.part_bytes));
  }
  spec.capacity = capacity;
  return target;
}

Target with_part(Target target, const std::string& memory, const std::string& part) {
  MemorySpec& spec = target.memories[memory_index(target, memory)];
  spec.vela = vela_memory(target, spec);
  MemoryPart loaded = load_memory_part(part);
  spec.timing = std::move(loaded.timing);
  spec.part_bytes = loaded.capacity;
  spec.energy = loaded.energy;
  if (loaded.capacity > 0) spec.capacity = loaded.capacity;
  if (!spec.read_only && std::holds_alternative<NorFlashParameters>(spec.timing)) {
    throw UserError(ExitCode::usage,
                    "--part: " + part + " cannot be written, and " + memory + " is");
  }
  return target;
}

Target configure_target(const Target& target, const TargetOptions& options) {
  Target chosen = target;
  if (!options.vela_ini.empty()) {
    chosen = with_vela_ini(std::move(chosen), read_text(options.vela_ini), options.vela_ini,
                           options.system_config, options.memory_mode);
  } else {
    const std::string& config = options.board.empty() ? options.system_config : options.board;
    if (!config.empty()) chosen = select_system_config(std::move(chosen), config);
    if (!options.memory_mode.empty()) chosen = select_mode(std::move(chosen), options.memory_mode);
  }
  // Parts are applied before capacities: a part sets the size of its memory, and a capacity may
  // then reduce this size.
  for (const auto& [memory, part] : options.parts) {
    chosen = with_part(std::move(chosen), memory, part);
  }
  for (const auto& [memory, capacity] : options.capacities) {
    chosen = with_capacity(std::move(chosen), memory, capacity);
  }
  for (const std::string& region : options.regions) {
    chosen = with_region(std::move(chosen), region);
  }
  return chosen;
}

std::size_t memory_index(const Target& target, const std::string& name) {
  const MemorySpec& found = find_by_name(target.memories, name, "memory");
  return static_cast<std::size_t>(&found - target.memories.data());
}

}  // namespace spillway
