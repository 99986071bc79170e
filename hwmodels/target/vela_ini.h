// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "hwmodels/target/target.h"

namespace spillway {

/// Puts a system configuration and a memory mode of a vela.ini file into an Ethos-U target and
/// chooses them. An empty `system_config` keeps the target's own, an empty `memory_mode` the
/// default of the configuration; both look in the file first and then among what the target brings.
///
/// Memories are called sram, dram, onchip_flash and flash (Vela: Sram, Dram, OnChipFlash,
/// OffChipFlash); their bytes per cycle are clock scale x ports_used x width of the port. As Vela
/// does it, constants that a mode puts in the same SRAM as the arena come from an on-chip memory
/// with the SRAM's timing behind the other port. Capacities are those of the target's memories of
/// the same name. arena_cache_size limits plans only where arena and cache are apart; elsewhere
/// Vela takes it as advice.
///
/// Throws UserError: usage for a name that neither has, input_file with line for everything else.
Target with_vela_ini(Target target, std::string_view text, const std::string& file,
                     const std::string& system_config, const std::string& memory_mode);

}  // namespace spillway
