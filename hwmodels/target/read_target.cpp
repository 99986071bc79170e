// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/read_target.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "hwmodels/memory/read_memory_parameters.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/put_by_name.h"
#include "hwmodels/target/read_system_config.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/target/target_files.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway {
namespace {

void read_processor(TomlTable table, Target& target) {
  std::vector<std::string> kinds;
  for (const ProcessorFamily* family : processor_families()) {
    kinds.insert(kinds.end(), family->kinds.begin(), family->kinds.end());
  }
  int kind = table.choice("kind", kinds);
  for (const ProcessorFamily* family : processor_families()) {
    const auto count = static_cast<int>(family->kinds.size());
    if (kind >= 0 && kind < count) target.processor = family->read(table, kind);
    kind -= count;
  }
  table.finish();
}

DmaSpec read_dma(TomlTable table) {
  DmaSpec dma;
  dma.channels = table.integer32("channels", 1, most_dma_channels);
  dma.outstanding = table.integer32("outstanding", 1, most_dma_transfers);
  if (dma.channels * dma.outstanding > most_dma_transfers) {
    table.fail("outstanding", fmt::format("{} on each of {} channels; there may be {} in all",
                                          dma.outstanding, dma.channels, most_dma_transfers));
  }
  dma.queue_depth = table.integer32("queue_depth", 0);
  dma.start_cycles = table.integer32("start_cycles", 0, most_memory_cycles);
  if (table.has("chain_cycles")) {
    dma.chain_cycles = table.integer32("chain_cycles", 0, most_memory_cycles);
  }
  if (table.has("burst_bytes")) dma.burst_bytes = table.integer32("burst_bytes", 1, 65536);
  if (table.has("max_reads")) dma.max_reads = table.integer32("max_reads", 0, 1024);
  if (table.has("max_writes")) dma.max_writes = table.integer32("max_writes", 0, 1024);
  if (table.has("priority")) dma.priority = table.integer32("priority");
  table.finish();
  return dma;
}

NpuSpec read_npu(TomlTable table) {
  NpuSpec npu;
  npu.kernels_overlap = table.boolean("kernels_overlap");
  const auto bytes = [&](const char* key, Bytes& value) {
    if (table.has(key)) value = table.integer32(key, 1);
  };
  bytes("feature_map_reads", npu.feature_map_reads);
  bytes("weight_reads", npu.weight_reads);
  bytes("scale_reads", npu.scale_reads);
  bytes("dma_reads", npu.dma_reads);
  table.finish();
  return npu;
}

HostSpec read_host(TomlTable table) {
  HostSpec host;
  const auto cycles = [&](const char* key, double& value) {
    if (table.has(key)) value = table.number(key, 0);
  };
  cycles("cycles_per_element", host.cycles_per_element);
  cycles("cycles_per_moved_element", host.cycles_per_moved_element);
  cycles("cycles_per_indexed_element", host.cycles_per_indexed_element);
  cycles("cycles_per_function_element", host.cycles_per_function_element);
  cycles("cycles_per_mac", host.cycles_per_mac);
  if (table.has("cycles_per_operator")) {
    host.cycles_per_operator = table.integer32("cycles_per_operator", 0, most_memory_cycles);
  }
  if (table.has("cache_line_bytes")) {
    host.cache_line_bytes = table.integer32("cache_line_bytes", 1, 1024);
  }
  if (table.has("cycles_per_cache_line")) {
    host.cycles_per_cache_line = table.integer32("cycles_per_cache_line", 0, most_memory_cycles);
  }
  if (table.has("copies")) host.copies = table.boolean("copies");
  if (table.has("cache_maintenance")) {
    host.cache_maintenance = table.boolean("cache_maintenance");
  }
  if (table.has("cycles_per_call")) {
    host.cycles_per_call = table.integer32("cycles_per_call", 0, most_memory_cycles);
  }
  table.finish();
  return host;
}

double read_pj_per_mac(TomlTable table) {
  constexpr double most_pj = 1e6;
  const double pj_per_mac = table.number("pj_per_mac", 0, most_pj);
  table.finish();
  return pj_per_mac;
}

BackgroundSpec read_background(TomlTable& table) {
  BackgroundSpec master;
  master.name = table.string("name");
  master.memory = table.string("memory");
  master.share = table.number("share");
  if (master.share > 1) table.fail("share", "expected a fraction of the port, 0 to 1");
  master.burst_bytes = table.integer32("burst_bytes", 1, 65536);
  master.random = table.choice("pattern", {"periodic", "random"}) == 1;
  if (master.random) master.seed = static_cast<std::uint64_t>(table.integer("seed"));
  master.writes = table.number("writes");
  if (master.writes > 1) table.fail("writes", "expected a fraction of the bursts, 0 to 1");
  master.base = static_cast<Address>(table.integer("base"));
  master.bytes = read_size(table, "bytes");
  if (table.has("priority")) master.priority = table.integer32("priority");
  table.finish();
  return master;
}

// Returns names of memories in lower case, because these names are not case-sensitive.
std::vector<std::string> memory_names(TomlTable& table, const char* key) {
  std::vector<std::string> names = table.strings(key);
  for (std::string& name : names) name = lower_case(name);
  return names;
}

MemoryModeRule read_mode(TomlTable& table) {
  MemoryModeRule mode;
  mode.name = table.string("name");
  mode.constants = memory_names(table, "constants");
  mode.arena = memory_names(table, "arena");
  mode.cache = memory_names(table, "cache");
  if (table.has("cache_bytes")) mode.cache_bytes = read_size(table, "cache_bytes");
  table.finish();
  return mode;
}

void read_system_configs(TomlTable& table, TargetDraft& draft) {
  Target& target = draft.target;
  if (table.has("system_config")) {
    for (TomlTable& config : table.tables("system_config")) {
      put_by_name(target.system_configs, read_system_config(config, target.ports));
    }
  }
  if (table.has("default_system_config")) {
    draft.default_system_config = table.string("default_system_config");
  }
}

/// Rejects a mode with a memory that no system configuration has, which is a typing mistake.
void check_modes(TomlTable& table, const Target& target) {
  std::vector<std::string> memories;
  for (const SystemConfig& config : target.system_configs) {
    for (const MemorySpec& memory : config.memories) memories.push_back(memory.name);
  }
  for (const MemoryModeRule& mode : target.mode_rules) {
    for (const auto* names : {&mode.constants, &mode.arena, &mode.cache}) {
      for (const std::string& name : *names) {
        if (std::find(memories.begin(), memories.end(), name) == memories.end()) {
          table.fail("mode", fmt::format("{}: {}", mode.name,
                                         unknown_name_message("memory", name, memories)));
        }
      }
    }
  }
}

/// Returns the [[system_config]] table of this name; nullopt if the table is not in this file, but
/// in the target file on which this file is based.
std::optional<TomlTable> config_table(TomlTable& table, const std::string& name) {
  if (!table.has("system_config")) return std::nullopt;
  for (TomlTable& entry : table.tables("system_config")) {
    if (entry.string("name") == name) return entry;
  }
  return std::nullopt;
}

/// Checks that every configuration offers the mode that it names as its default.
void check_default_modes(TomlTable& table, const Target& target) {
  for (const SystemConfig& config : target.system_configs) {
    std::vector<std::string> offered;
    for (const MemoryMode& mode : offered_modes(config, target.mode_rules)) {
      offered.push_back(mode.name);
    }
    const std::string& wanted = config.default_mode;
    if (std::find(offered.begin(), offered.end(), wanted) != offered.end()) continue;
    const std::string message = unknown_name_message("memory mode", wanted, offered);
    const auto entry = config_table(table, config.name);
    if (entry) entry->fail("default_mode", message);
    table.fail("mode", fmt::format("for the base's {}: {}", config.name, message));
  }
}

void check_default_config(TomlTable& table, const TargetDraft& draft) {
  std::vector<std::string> names;
  for (const SystemConfig& config : draft.target.system_configs) names.push_back(config.name);
  const std::string& wanted = draft.default_system_config;
  if (std::find(names.begin(), names.end(), wanted) == names.end()) {
    table.fail("default_system_config", unknown_name_message("system config", wanted, names));
  }
}

// Checks the file's regions (which memory each memory area of a command stream lies in). Reports a
// wrong region as a mistake of this file. Without this check, with_region() would later report it
// as a mistake of the command line.
void check_regions(TomlTable& table, const TargetDraft& draft) {
  if (!table.has("regions")) return;
  Target target = draft.target;
  target.region_rules.clear();
  target = select_system_config(std::move(target), draft.default_system_config);
  for (const std::string& rule : draft.target.region_rules) {
    try {
      target = with_region(std::move(target), rule);
    } catch (const UserError& error) {
      table.fail("regions", error.what());
    }
  }
}

// Rejects [[port]] tables outside of configurations if every configuration of this file has its own
// ports, because then nothing would use the tables outside.
void check_ports_used(TomlTable& table) {
  if (!table.has("port")) return;
  if (table.has("system_config")) {
    for (TomlTable& config : table.tables("system_config")) {
      if (!config.has("port")) return;
    }
  }
  table.fail("port",
             "no [[system_config]] of this file uses these ports, and those of the base keep the "
             "ports that they have: declare one here, or its own [[system_config.port]]");
}

void check_complete(TomlTable& table, const TargetDraft& draft) {
  const Target& target = draft.target;
  if (draft.family) return;
  check_ports_used(table);
  if (!draft.processor) table.table("processor");
  if (target.system_configs.empty()) table.tables("system_config");
  if (draft.default_system_config.empty()) table.string("default_system_config");
  if (target.mode_rules.empty()) table.tables("mode");
  check_modes(table, target);
  check_default_modes(table, target);
  check_default_config(table, draft);
  check_regions(table, draft);
}

}  // namespace

TargetDraft read_target(std::string_view toml, const std::string& file) {
  TomlTable table = TomlTable::parse(toml, file);
  TargetDraft draft;
  if (table.has("base")) draft = load_draft(resolved_base(table.string("base"), file));
  Target& target = draft.target;
  draft.family = table.has("family") && table.boolean("family");
  target.name = table.string("name");
  target.description = table.text("description");
  if (table.has("validated")) target.validated = table.boolean("validated");
  if (table.has("processor")) {
    read_processor(table.table("processor"), target);
    draft.processor = true;
    target.pj_per_mac.reset();  // the base's value is for another processor
  }
  if (table.has("base") && table.has("system_config")) {
    for (TomlTable& config : table.tables("system_config")) {
      target.board_configs.push_back(config.string("name"));
    }
  }
  if (table.has("energy")) target.pj_per_mac = read_pj_per_mac(table.table("energy"));
  if (table.has("port")) target.ports = read_ports(table);
  if (table.has("dma")) target.dma = read_dma(table.table("dma"));
  if (table.has("npu")) target.npu = read_npu(table.table("npu"));
  if (table.has("host")) target.host = read_host(table.table("host"));
  if (table.has("background")) {
    for (TomlTable& master : table.tables("background")) {
      put_by_name(target.background, read_background(master));
    }
    if (target.background.size() > most_background_masters) {
      table.fail("background", fmt::format("{} masters; there may be {}", target.background.size(),
                                           most_background_masters));
    }
  }
  if (table.has("mode")) {
    for (TomlTable& mode : table.tables("mode")) put_by_name(target.mode_rules, read_mode(mode));
  }
  if (table.has("regions")) target.region_rules = table.strings("regions");
  read_system_configs(table, draft);
  check_complete(table, draft);
  table.finish();
  return draft;
}

}  // namespace spillway
