// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/memory/memory_parameters.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// Reads the table of a PSRAM. The table contains `part` or the keys of the device, and the
/// controller's `fixed_latency`, which a part can also set. If the table contains access_ns,
/// read_latency must be the number of clocks that this time takes.
PsramParameters read_psram_parameters(TomlTable& table, Kilohertz clock);

/// Reads the table of a NOR flash. The table contains `part` or the keys of the device, and the
/// controller's `line_bytes` and `read_ahead`.
NorFlashParameters read_nor_flash_parameters(TomlTable& table, Kilohertz clock);

}  // namespace spillway
