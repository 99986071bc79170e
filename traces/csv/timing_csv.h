// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/timing.h"

namespace spillway {

/// Writes one row per operator and no totals (docs/formats.md). The columns of a memory contain its
/// name: stall_sram_cycles, sram_read_bytes, sram_write_bytes. If `tick_khz` is above 0, it is the
/// rate of a reference clock, such as that of xcore.ai. Then a last column `ticks` has the time of
/// each operator in cycles of the reference clock. These numbers are rounded so that they add up to
/// the time of the whole run.
std::string write_timing_csv(const Timing& timing, Kilohertz tick_khz = 0);

/// Reads a CSV that write_timing_csv() has written: the operators, the clock, the total and the
/// traffic per memory. Fields that the table does not hold (capacities, peaks, engines) stay empty.
/// `source` names the text in messages. Throws UserError(input_file), also if rows leave gaps,
/// overlap in time, or have parts that do not add up.
Timing parse_timing_csv(const std::string& text, const std::string& source);

/// The exact time in microseconds, as text with six decimals.
std::string format_microseconds(Picoseconds time);

}  // namespace spillway
