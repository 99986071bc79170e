// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/memory/memory_parameters.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// Reads a PSRAM: `part` or the keys of the device, and `fixed_latency` of the controller, which a
/// part may also set. If access_ns is given, read_latency must be the number of clocks that it
/// takes.
PsramParameters read_psram_parameters(TomlTable& table, Kilohertz clock);

/// Reads a NOR flash: `part` or the keys of the device, and `line_bytes` and `read_ahead` of the
/// controller.
NorFlashParameters read_nor_flash_parameters(TomlTable& table, Kilohertz clock);

}  // namespace spillway
