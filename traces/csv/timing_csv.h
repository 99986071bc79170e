// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/timing.h"

namespace spillway {

/// Writes one row per operator and no totals (docs/formats.md). Column names of a memory contain
/// its name: stall_sram_cycles, sram_read_bytes, sram_write_bytes. If `tick_khz` is the rate of a
/// reference clock, like that of xcore.ai, a last column `ticks` has the length of each interval in
/// its ticks, rounded so that the rows add up to the whole; 0 = no such column.
std::string write_timing_csv(const Timing& timing, Kilohertz tick_khz = 0);

/// Reads the operators, the clock, the total and the traffic per memory. Fields that the table does
/// not hold (capacities, peaks, engines) stay empty. `source` names the text in messages. Throws
/// UserError(input_file), also for rows that leave gaps or overlap in time, or whose parts do not
/// add up.
Timing parse_timing_csv(const std::string& text, const std::string& source);

/// A time in microseconds, exactly, with six decimals.
std::string format_microseconds(Picoseconds time);

}  // namespace spillway
