// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "hwmodels/target/target.h"

namespace spillway {

/// Adds a system configuration and a memory mode of a vela.ini file to an Ethos-U target and
/// chooses both.
/// * `system_config` names a configuration of the file or, if the file has none, of the target. If
///   it is empty, the file's only configuration is chosen. If the file has several configurations
///   or none, the configuration with the name of the target's present configuration is chosen.
/// * `memory_mode` names a mode of the file or of the target. If it is empty, the file's only mode
///   is chosen, else Shared_Sram, else the first mode.
///
/// Memories are called sram, dram, onchip_flash and flash (Vela: Sram, Dram, OnChipFlash,
/// OffChipFlash). Their bytes per cycle are clock scale x ports_used x width of the port. If a mode
/// puts constants into the same SRAM as the arena, the constants come from an on-chip memory with
/// the SRAM's timing behind the other port, as in Vela. Capacities are those of the target's
/// memories of the same name. arena_cache_size limits plans only if arena and cache are different
/// memories. Otherwise it is no limit, because Vela only treats it as advice.
///
/// Throws UserError(usage) for a name that neither the file nor the target has, and
/// UserError(input_file) with the line for all other mistakes.
Target with_vela_ini(Target target, std::string_view text, const std::string& file,
                     const std::string& system_config, const std::string& memory_mode);

}  // namespace spillway
