// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/memory/memory_parameters.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// A PSRAM: `part` or the keys of the device, and the controller's fixed_latency, which a part sets
/// too. Where access_ns is given, read_latency must be the clocks that it takes.
PsramParameters read_psram_parameters(TomlTable& table, Kilohertz clock);

/// A NOR flash: `part` or the keys of the device, and the controller's line_bytes and read_ahead.
NorFlashParameters read_nor_flash_parameters(TomlTable& table, Kilohertz clock);

}  // namespace spillway
