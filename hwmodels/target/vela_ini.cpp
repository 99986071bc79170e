// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/vela_ini.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/index.h"
#include "hwmodels/memory/read_memory_parameters.h"
#include "hwmodels/target/ini_file.h"
#include "hwmodels/target/ini_section_reader.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/put_by_name.h"
#include "hwmodels/target/select_target.h"

namespace spillway {
namespace {

constexpr std::string_view config_prefix = "System_Config.";
constexpr std::string_view mode_prefix = "Memory_Mode.";

struct VelaArea {
  const char* vela;
  const char* memory;
  // The capacity to assume if the target has no memory of this name.
  Bytes capacity;
};

constexpr std::array<VelaArea, 4> areas{{{"Sram", "sram", Bytes{2} << 20},
                                         {"Dram", "dram", Bytes{256} << 20},
                                         {"OnChipFlash", "onchip_flash", Bytes{32} << 20},
                                         {"OffChipFlash", "flash", Bytes{32} << 20}}};

std::vector<std::string> config_keys() {
  std::vector<std::string> keys{"core_clock", "axi0_port", "axi1_port"};
  for (const VelaArea& area : areas) {
    for (const char* key : {"clock_scale", "burst_length", "read_latency", "write_latency",
                            "max_reads", "max_writes", "ports_used"}) {
      keys.push_back(fmt::format("{}_{}", area.vela, key));
    }
  }
  return keys;
}

const VelaArea& read_area(const IniSectionReader& section, const std::string& port_key) {
  std::vector<std::string> names;
  names.reserve(areas.size());
  for (const VelaArea& area : areas) names.emplace_back(area.vela);
  const std::string& wanted = section.one_of(port_key, names);
  const auto found = std::find(names.begin(), names.end(), wanted) - names.begin();
  return areas.at(static_cast<std::size_t>(found));
}

Bytes capacity_of(const Target& target, const VelaArea& area) {
  for (const MemorySpec& memory : target.memories) {
    if (memory.name == area.memory) return memory.capacity;
  }
  return area.capacity;
}

MemorySpec read_memory(const IniSectionReader& section, const VelaArea& area, std::int32_t port,
                       const SystemConfig& config, const Target& target) {
  const auto key = [&](const char* name) { return fmt::format("{}_{}", area.vela, name); };
  constexpr double least_scale = 1e-6;
  const std::int32_t ports = std::max(1, section.whole_or_zero(key("ports_used")));
  const std::int32_t width = at(config.ports, port).beat_bytes;
  LatencyBandwidthParameters timing;
  timing.clock_khz = config.clock_khz;
  timing.bytes_per_cycle = section.number(key("clock_scale"), least_scale) * ports * width;
  timing.burst_bytes = std::max(1, section.whole(key("burst_length")));
  timing.read_latency = section.whole(key("read_latency"));
  timing.write_latency = section.whole(key("write_latency"));
  timing.max_reads = section.whole_or_zero(key("max_reads"), most_bursts_in_flight);
  timing.max_writes = section.whole_or_zero(key("max_writes"), most_bursts_in_flight);
  MemorySpec memory;
  memory.name = area.memory;
  memory.capacity = capacity_of(target, area);
  memory.port = port;
  memory.timing = timing;
  memory.read_only = memory.name == "flash" || memory.name == "onchip_flash";
  return memory;
}

SystemConfig read_config(const IniSection& ini, const Target& target) {
  const IniSectionReader section(ini, config_keys());
  constexpr double hertz_per_khz = 1000;
  SystemConfig config;
  config.name = ini.name.substr(config_prefix.size());
  config.clock_khz = std::llround(section.number("core_clock", hertz_per_khz) / hertz_per_khz);
  config.ports = target.ports;
  for (PortSpec& port : config.ports) port.clock_khz = config.clock_khz;
  const VelaArea& first = read_area(section, "axi0_port");
  const VelaArea& second = read_area(section, "axi1_port");
  config.memories.push_back(read_memory(section, first, 0, config, target));
  const bool apart = std::string_view(second.vela) != first.vela;
  if (apart) config.memories.push_back(read_memory(section, second, 1, config, target));
  const bool has_onchip = std::string_view(second.memory) == "onchip_flash";
  if (!has_onchip) {
    MemorySpec onchip = config.memories.front();
    onchip.name = "onchip_flash";
    onchip.port = 1;
    onchip.read_only = true;
    onchip.capacity = areas[2].capacity;
    config.memories.insert(config.memories.begin() + 1, onchip);
  }
  return config;
}

/// Returns the memory that a memory mode uses for an area (constants, arena or cache), as a list
/// with one name. The mode names a port for each area, Axi0 or Axi1. The memory is the one that
/// this port reaches.
std::vector<std::string> area_memories(const IniSectionReader& section, const std::string& key,
                                       const SystemConfig& config) {
  const bool first = section.one_of(key, {"Axi0", "Axi1"}) == "Axi0";
  if (first) return {config.memories.front().name};
  for (const MemorySpec& memory : config.memories) {
    if (memory.port == 1 && memory.name != "onchip_flash") return {memory.name};
  }
  return {"onchip_flash"};
}

MemoryModeRule read_mode(const IniSection& ini, const SystemConfig& config) {
  const IniSectionReader section(
      ini, {"const_mem_area", "arena_mem_area", "cache_mem_area", "arena_cache_size"});
  MemoryModeRule mode;
  mode.name = ini.name.substr(mode_prefix.size());
  mode.constants = area_memories(section, "const_mem_area", config);
  mode.arena = area_memories(section, "arena_mem_area", config);
  mode.cache = area_memories(section, "cache_mem_area", config);
  const bool spills = mode.arena != mode.cache;
  const std::int32_t cache_size = section.whole_or_zero("arena_cache_size", 1 << 30);
  if (spills) mode.cache_bytes = cache_size;
  if (mode.constants == mode.arena && mode.arena.front() == "sram") {
    mode.constants = {"onchip_flash"};
  }
  return mode;
}

/// Limits the memory onchip_flash to the memory modes whose constants are in it. In a mode in which
/// Vela puts constants into the same SRAM as the arena, onchip_flash is a second name for this
/// SRAM, as the memory of the constants (read_mode()).
void limit_onchip_flash(const Target& target, SystemConfig& config) {
  std::vector<std::string> users;
  for (const MemoryModeRule& mode : target.mode_rules) {
    if (mode.constants.front() == "onchip_flash") users.push_back(mode.name);
  }
  for (MemorySpec& memory : config.memories) {
    if (memory.name == "onchip_flash") memory.modes = users;
  }
}

[[noreturn]] void unknown(const IniFile& ini, const char* kind, const std::string& name,
                          const std::vector<std::string>& names) {
  throw UserError(ExitCode::usage, {ini.file, 0, 0}, unknown_name_message(kind, name, names));
}

/// Returns `wanted`, unless it is empty. Otherwise returns the file's only configuration. If the
/// file has several configurations or none, returns the name of the target's present configuration.
/// Throws if the file has several configurations, but none of this name.
std::string choose_config(const IniFile& ini, const Target& target, const std::string& wanted) {
  const std::vector<std::string> names = ini.names(config_prefix);
  if (!wanted.empty()) return wanted;
  if (names.size() == 1) return names.front();
  const bool as_default =
      names.empty() || std::find(names.begin(), names.end(), target.system_config) != names.end();
  if (as_default) return target.system_config;
  throw UserError(ExitCode::usage, {ini.file, 0, 0},
                  fmt::format("has several system configurations, choose one with "
                              "--system-config: {}",
                              fmt::join(names, ", ")));
}

/// Returns a system configuration by name. If the file has only memory modes, returns a
/// configuration of the target.
SystemConfig find_config(const IniFile& ini, const Target& target, const std::string& name) {
  const std::vector<std::string> names = ini.names(config_prefix);
  if (const IniSection* section = ini.find(std::string(config_prefix) + name)) {
    return read_config(*section, target);
  }
  if (names.empty() && ini.names(mode_prefix).empty()) {
    throw UserError(ExitCode::input_file, {ini.file, 0, 0},
                    "has neither a [System_Config.NAME] nor a [Memory_Mode.NAME]");
  }
  for (const SystemConfig& config : target.system_configs) {
    if (names.empty() && config.name == name) return config;
  }
  unknown(ini, "system config", name, names);
}

/// Returns `wanted` if the configuration offers it. If `wanted` is empty, returns the file's only
/// mode, else Shared_Sram, else the first mode.
std::string choose_mode(const IniFile& ini, const std::vector<MemoryMode>& offered,
                        const std::string& wanted) {
  std::vector<std::string> names;
  names.reserve(offered.size());
  for (const MemoryMode& mode : offered) names.push_back(mode.name);
  const std::vector<std::string> of_file = ini.names(mode_prefix);
  const bool only =
      of_file.size() == 1 && std::find(names.begin(), names.end(), of_file.front()) != names.end();
  const std::string usual = only ? of_file.front() : "Shared_Sram";
  std::string name = wanted.empty() ? usual : wanted;
  if (std::find(names.begin(), names.end(), name) != names.end()) return name;
  if (!wanted.empty() || names.empty()) unknown(ini, "memory mode", name, names);
  return names.front();
}

}  // namespace

Target with_vela_ini(Target target, std::string_view text, const std::string& file,
                     const std::string& system_config, const std::string& memory_mode) {
  if (!target.processor.family().reads_vela_ini) {
    throw UserError(ExitCode::usage, {file, 0, 0},
                    fmt::format("describes Ethos-U systems; {} is none", target.name));
  }
  const IniFile ini = parse_ini(text, file);
  SystemConfig config = find_config(ini, target, choose_config(ini, target, system_config));
  for (const std::string& mode : ini.names(mode_prefix)) {
    put_by_name(target.mode_rules, read_mode(*ini.find(std::string(mode_prefix) + mode), config));
  }
  limit_onchip_flash(target, config);
  config.default_mode = choose_mode(ini, offered_modes(config, target.mode_rules), memory_mode);
  put_by_name(target.system_configs, config);
  return select_system_config(std::move(target), config.name);
}

}  // namespace spillway
