// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hwmodels/target/target.h"

namespace spillway {

/// What the user chooses of a target; an empty name keeps the default.
struct TargetOptions {
  std::string system_config;
  std::string board;  // a system configuration, as users of boards call it; wins over the former
  std::string memory_mode;
  std::vector<std::pair<std::string, Bytes>> capacities;   // by memory name
  std::vector<std::pair<std::string, std::string>> parts;  // by memory name; see with_part()
  std::vector<std::string> regions;  // "1=dram", "1:0x8000-0x10000=dram"; see with_region()
  std::string vela_ini;  // path of a vela.ini in which the first two names are looked up first
};

/// The modes for which `config` has all memories.
std::vector<MemoryMode> offered_modes(const SystemConfig& config,
                                      const std::vector<MemoryModeRule>& rules);

/// Clocks, ports and memories of the named system configuration, in its default mode.
Target select_system_config(Target target, const std::string& name);

/// The memories, the capacity of the cache and the regions of the named memory mode. Undoes
/// capacities that were set before.
Target select_mode(Target target, const std::string& name);

/// Sets the capacity that plans may use of one memory.
Target with_capacity(Target target, const std::string& memory, Bytes capacity);

/// Builds one memory from another part: a name of 'list parts' or a .toml file. Estimates
/// keep counting with the memory that the target had, so that the program stays the one compiled
/// for it.
Target with_part(Target target, const std::string& memory, const std::string& part);

/// Puts a region of compiled command streams, or the bytes [begin, end) of one, into a memory:
/// `REGION=MEMORY` or `REGION:BEGIN-END=MEMORY`, `commands` for the command stream itself. Throws
/// UserError(usage) for anything else.
Target with_region(Target target, const std::string& option);

/// All of the above in that order, the first two by with_vela_ini() when there is such a file. They
/// throw UserError(usage) with a suggestion for a name that the target does not have.
Target configure_target(const Target& target, const TargetOptions& options);

/// Index of a memory by name. Throws UserError(usage) with a suggestion when there is none.
std::size_t memory_index(const Target& target, const std::string& name);

/// What an estimate counts with: MemorySpec::vela, or the same figures derived from its timing.
VelaMemory vela_memory(const Target& target, const MemorySpec& memory);

}  // namespace spillway
