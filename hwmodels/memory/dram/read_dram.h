// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/memory/dram/dram_parameters.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// Reads the tables [geometry], [timing], [command_clocks] and, where its currents are known,
/// [[supply]] of a part. A timing value is a number
/// of clocks or `{ clocks = 11, ns = 13.75 }`, with `min_clocks` where the standard has a floor;
/// clocks that do not follow from the nanoseconds are an error, as are values that contradict each
/// other and address maps that use a bit twice or not at all.
DramParameters read_dram_device(TomlTable& part);

/// Reads the DRAM of a target: `part` names one of the built-in parts, `queue` a queue setting;
/// `page_policy` (open, closed) and `refresh` (none, all_bank, per_bank) are optional. Without
/// `part` the device's tables stand here.
DramParameters read_dram_memory(TomlTable& table);

}  // namespace spillway
