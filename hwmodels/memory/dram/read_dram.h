// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/memory/dram/dram_parameters.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// Reads the tables [geometry], [timing], [command_clocks] and, if the part's currents are known,
/// [[supply]]. A timing value is a number of clocks or a table, such as
/// `{ clocks = 11, ns = 13.75 }`. The table also has `min_clocks` if the standard gives a minimum
/// in clocks. Throws UserError(input_file) if the clocks do not follow from the nanoseconds, if
/// values contradict each other, or if the address map does not use every bit exactly once.
DramParameters read_dram_device(TomlTable& part);

/// Reads the table of a DRAM in a target file. `part` names a built-in part or a part file. Without
/// `part`, the table itself contains the tables of the device. The keys of the controller are
/// optional: `queue` (a queue setting), `page_policy` (open, closed), `refresh` (none, all_bank,
/// per_bank), `postponed_refreshes`, `power_down_after` and `self_refresh_after`.
DramParameters read_dram_memory(TomlTable& table);

}  // namespace spillway
