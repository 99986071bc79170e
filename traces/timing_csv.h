// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/timing.h"

namespace spillway {

/// One row per operator and no totals (docs/formats.md). Columns of a memory carry its name:
/// stall_sram_cycles, sram_read_bytes, sram_write_bytes. With a reference clock of `tick_khz`, as
/// of xcore.ai, a last column `ticks` has each interval in its ticks, rounded so that rows add up
/// to the whole; 0 = no such column.
std::string write_timing_csv(const Timing& timing, Kilohertz tick_khz = 0);

/// The operators, the clock, the total and the traffic per memory; what the table does not hold
/// (capacities, peaks, engines) stays empty. `source` names the text in messages. Throws
/// UserError(input_file), also for rows that do not tile the run or whose parts do not add up.
Timing parse_timing_csv(const std::string& text, const std::string& source);

/// A time as microseconds with six decimals, exactly.
std::string format_microseconds(Picoseconds time);

}  // namespace spillway
