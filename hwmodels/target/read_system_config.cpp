// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/read_system_config.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/power_of_two.h"
#include "base/text.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/memory/read_memory_parameters.h"
#include "hwmodels/target/read_target.h"

namespace spillway {
namespace {

PortSpec read_port(TomlTable& table) {
  PortSpec port;
  port.name = table.string("name");
  if (table.has("clock_mhz")) port.clock_khz = read_clock(table, "clock_mhz");
  port.beat_bytes = table.integer32("beat_bytes", 1, 256);
  port.burst_bytes = table.integer32("burst_bytes", port.beat_bytes, 65536);
  port.max_reads = table.integer32("max_reads", 1, 1024);
  port.max_writes = table.integer32("max_writes", 1, 1024);
  port.separate_channels = table.boolean("separate_channels");
  if (table.has("count")) port.count = table.integer32("count", 1, most_ports_side_by_side);
  // The names are in the order of Arbitration.
  port.arbitration =
      static_cast<Arbitration>(table.choice("arbitration", {"fifo", "round_robin", "priority"}));
  table.finish();
  return port;
}

CacheParameters read_cache(TomlTable table) {
  CacheParameters cache;
  cache.lines = table.integer32("lines", 1, 1 << 20);
  cache.line_bytes = table.integer32("line_bytes", 1, 4096);
  cache.ways = table.integer32("ways", 0, cache.lines);
  cache.replacement =
      static_cast<CacheParameters::Replacement>(table.choice("replacement", {"lru", "pseudo_lru"}));
  cache.write_validate = table.boolean("write_validate");
  if (!is_power_of_two(cache.line_bytes)) table.fail("line_bytes", "expected a power of two");
  if (cache.ways > 0 && cache.lines % cache.ways != 0) {
    table.fail("ways",
               fmt::format("{} lines do not divide into sets of {}", cache.lines, cache.ways));
  }
  const std::int32_t ways = cache.ways > 0 ? cache.ways : cache.lines;
  const bool tree = cache.replacement == CacheParameters::Replacement::pseudo_lru;
  constexpr std::int32_t most_tree_ways = 64;
  if (tree && (!is_power_of_two(ways) || ways > most_tree_ways)) {
    table.fail("replacement", "pseudo_lru needs a power of two of ways, 64 at most");
  }
  if (!is_power_of_two(cache.lines / ways)) table.fail("lines", "expected a power of two of sets");
  table.finish();
  return cache;
}

VelaMemory read_vela_memory(TomlTable table) {
  VelaMemory memory;
  memory.bytes_per_cycle = table.number("bytes_per_cycle", 1e-6);
  memory.read_latency = table.integer32("read_latency", 0, most_memory_cycles);
  memory.write_latency = table.integer32("write_latency", 0, most_memory_cycles);
  memory.burst_bytes = table.integer32("burst_bytes", 1);
  table.finish();
  return memory;
}

std::int32_t port_index(TomlTable& table, const std::vector<PortSpec>& ports) {
  const std::string wanted = table.string("port");
  std::vector<std::string> names;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (ports[i].name == wanted) return static_cast<std::int32_t>(i);
    names.push_back(ports[i].name);
  }
  table.fail("port", unknown_name_message("port", wanted, names));
}

/// Returns a memory that behaves like an earlier memory, which the key `timing_of` names: it has
/// the same timing, path, part, cache, energy and Vela figures.
MemorySpec like_named(TomlTable& table, const SystemConfig& config) {
  const std::string wanted = lower_case(table.string("timing_of"));
  std::vector<std::string> names;
  for (const MemorySpec& memory : config.memories) {
    names.push_back(memory.name);
    if (memory.name != wanted) continue;
    MemorySpec copy;
    copy.timing = memory.timing;
    copy.overhead = memory.overhead;
    copy.part_bytes = memory.part_bytes;
    copy.cache = memory.cache;
    copy.vela = memory.vela;
    copy.energy = memory.energy;
    return copy;
  }
  table.fail("timing_of", unknown_name_message("memory", wanted, names));
}

AccessEnergy read_energy(TomlTable& table, const MemoryParameters& timing) {
  if (std::holds_alternative<DramParameters>(timing)) {
    table.fail("energy", "a DRAM's follows from the currents of its part");
  }
  return read_access_energy(table.table("energy"));
}

MemorySpec read_memory_timing(TomlTable& table, const SystemConfig& config) {
  if (table.has("timing_of")) return like_named(table, config);
  MemorySpec memory;
  TomlTable timing = table.table("timing");
  memory.timing = read_memory_parameters(timing, config.clock_khz);
  if (const auto* dram = std::get_if<DramParameters>(&memory.timing)) {
    memory.part_bytes = dram->geometry.capacity();
  } else if (timing.has("part")) {
    const MemoryPart part = load_memory_part(timing.string("part"));
    memory.part_bytes = part.capacity;
    memory.energy = part.energy;
  }
  if (table.has("energy")) memory.energy = read_energy(table, memory.timing);
  if (std::holds_alternative<TlmParameters>(memory.timing)) {
    for (const char* key : {"overhead_ns", "cache"}) {
      if (table.has(key)) table.fail(key, "a TLM-2.0 target brings its own");
    }
  }
  if (table.has("overhead_ns")) memory.overhead = read_nanoseconds(table, "overhead_ns");
  if (table.has("cache")) memory.cache = read_cache(table.table("cache"));
  if (table.has("vela")) memory.vela = read_vela_memory(table.table("vela"));
  return memory;
}

MemorySpec read_memory(TomlTable& table, const SystemConfig& config) {
  MemorySpec memory = read_memory_timing(table, config);
  memory.name = lower_case(table.string("name"));
  memory.port = port_index(table, config.ports);
  memory.capacity = read_size(table, "capacity");
  if (memory.part_bytes > 0 && memory.capacity > memory.part_bytes) {
    table.fail("capacity", fmt::format("the part holds {} bytes", memory.part_bytes));
  }
  if (table.has("read_only")) memory.read_only = table.boolean("read_only");
  if (table.has("modes")) memory.modes = table.strings("modes");
  table.finish();
  return memory;
}

void check_distinct(TomlTable& table, const std::vector<MemorySpec>& memories) {
  for (const MemorySpec& memory : memories) {
    const auto same = [&](const MemorySpec& other) { return other.name == memory.name; };
    if (std::count_if(memories.begin(), memories.end(), same) > 1) {
      table.fail("memory", fmt::format("'{}' is there twice", memory.name));
    }
  }
}

}  // namespace

std::vector<PortSpec> read_ports(TomlTable& table) {
  std::vector<PortSpec> ports;
  for (TomlTable& port : table.tables("port")) ports.push_back(read_port(port));
  if (ports.size() > most_ports) {
    table.fail("port", fmt::format("{} ports; there may be {}", ports.size(), most_ports));
  }
  return ports;
}

SystemConfig read_system_config(TomlTable& table, const std::vector<PortSpec>& ports) {
  SystemConfig config;
  config.name = table.string("name");
  config.clock_khz = read_clock(table, "clock_mhz");
  config.default_mode = table.string("default_mode");
  config.ports = table.has("port") || ports.empty() ? read_ports(table) : ports;
  for (PortSpec& port : config.ports) {
    if (port.clock_khz == 0) port.clock_khz = config.clock_khz;
  }
  for (TomlTable& memory : table.tables("memory")) {
    config.memories.push_back(read_memory(memory, config));
  }
  check_distinct(table, config.memories);
  if (config.memories.size() > most_memories) {
    table.fail("memory",
               fmt::format("{} memories; there may be {}", config.memories.size(), most_memories));
  }
  table.finish();
  return config;
}

}  // namespace spillway
