// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "hwmodels/target/target.h"

namespace spillway {

/// Adds a system configuration and a memory mode of a vela.ini file to an Ethos-U target and
/// chooses both. An empty `system_config` keeps the target's own configuration, an empty
/// `memory_mode` the default mode of the configuration. Both names are looked up first in the file,
/// then in the target.
///
/// Memories are called sram, dram, onchip_flash and flash (Vela: Sram, Dram, OnChipFlash,
/// OffChipFlash). Their bytes per cycle are clock scale x ports_used x width of the port. If a mode
/// puts constants into the same SRAM as the arena, the constants come from an on-chip memory with
/// the SRAM's timing behind the other port, as in Vela. Capacities are those of the target's
/// memories of the same name. arena_cache_size limits plans only if arena and cache are different
/// memories; otherwise Vela treats it as advice.
///
/// Throws UserError(usage) for a name that neither the file nor the target has, and
/// UserError(input_file) with the line for all other mistakes.
Target with_vela_ini(Target target, std::string_view text, const std::string& file,
                     const std::string& system_config, const std::string& memory_mode);

}  // namespace spillway
