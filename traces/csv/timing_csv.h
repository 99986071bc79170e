// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/timing.h"

namespace spillway {

/// Returns the timing of a run as CSV: one row per operator, no totals (docs/formats.md). The
/// columns of a memory contain its name: stall_sram_cycles, sram_read_bytes, sram_write_bytes.
/// `tick_khz` is the rate of a reference clock such as that of xcore.ai. If it is above 0, a last
/// column `ticks` has the time of each operator in cycles of the reference clock. These numbers are
/// rounded such that their sum is the rounded time of the whole run.
std::string write_timing_csv(const Timing& timing, Kilohertz tick_khz = 0);

/// Returns a time as text in microseconds with six decimals, exactly.
std::string format_microseconds(Picoseconds time);

}  // namespace spillway
