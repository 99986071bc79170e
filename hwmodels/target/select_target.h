// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hwmodels/target/target.h"

namespace spillway {

/// What the user chooses about a target; an empty name keeps the default.
struct TargetOptions {
  std::string system_config;
  // The name of a board, which stands for a system configuration. Takes precedence over
  // system_config.
  std::string board;
  std::string memory_mode;
  std::vector<std::pair<std::string, Bytes>> capacities;   // by memory name
  std::vector<std::pair<std::string, std::string>> parts;  // by memory name; see with_part()
  std::vector<std::string> regions;  // "1=dram", "1:0x8000-0x10000=dram"; see with_region()
  // Path of a vela.ini, in which the names of configuration and mode are looked up first.
  std::string vela_ini;
};

/// Returns the memory modes that `config` offers. A mode needs three memories: for constants, for
/// the arena and for the cache. The rule of the mode lists possible memories for each of the three,
/// and `config` must have at least one from each list.
std::vector<MemoryMode> offered_modes(const SystemConfig& config,
                                      const std::vector<MemoryModeRule>& rules);

/// Returns `target` with clocks, ports and memories of the named system configuration, in the
/// default mode of this configuration.
Target select_system_config(Target target, const std::string& name);

/// Returns `target` with the memories, the cache capacity and the regions of the named memory mode.
/// Capacities that were set before are reset.
Target select_mode(Target target, const std::string& name);

/// Returns `target` with `capacity` as the number of bytes of one memory that plans may use.
Target with_capacity(Target target, const std::string& memory, Bytes capacity);

/// Returns `target` with the device of one memory (timing, size, energy) replaced by another part:
/// a name from 'list parts' or a .toml file. The figures for estimates of compilers
/// (MemorySpec::vela) stay those of the original memory. So the program does not change with the
/// part.
Target with_part(Target target, const std::string& memory, const std::string& part);

/// Returns `target` with a region of compiled command streams, or the bytes [begin, end) of a
/// region, in another memory: `REGION=MEMORY` or `REGION:BEGIN-END=MEMORY`. `commands` stands for
/// the command stream itself. Throws UserError(usage) for any other text.
Target with_region(Target target, const std::string& option);

/// Returns `target` with all options applied, in this order: configuration, mode, parts,
/// capacities, regions. If there is a vela.ini, with_vela_ini() chooses configuration and mode. All
/// these functions throw UserError(usage) with a suggestion for a name that the target does not
/// have.
Target configure_target(const Target& target, const TargetOptions& options);

/// Returns the index of a memory by name. Throws UserError(usage) with a suggestion if the target
/// has no such memory.
std::size_t memory_index(const Target& target, const std::string& name);

/// Returns the memory figures for estimates: MemorySpec::vela or, if it is not set, figures derived
/// from the timing.
VelaMemory vela_memory(const Target& target, const MemorySpec& memory);

}  // namespace spillway
