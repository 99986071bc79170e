// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/printout.h"
#include "traces/timing.h"

namespace spillway {

enum class GroupBy : std::uint8_t { kind, op };

/// The unit of a table's times: cycles of the processor's clock, or ticks of a reference clock.
struct TimeUnit {
  std::string name;  // name of the unit: "cycles" or "ticks"
  ClockDomain clock;
};

/// Returns a table in the form of the invoke() tables of XMOS's profiler: count, operator, time in
/// `unit`, time in ms, and a total. It has a row per kind, in the order in which kinds first occur,
/// or a row per operator, with a number instead of the count. Times in `unit` are rounded so that
/// they add up to the total.
PrintedTable operator_table(const Timing& timing, GroupBy group, const TimeUnit& unit);

/// Converts cycles of `clock` into a whole number of units, rounded to the nearest number.
Cycles in_unit(Cycles cycles, const ClockDomain& clock, const TimeUnit& unit);

/// Converts cycles of `clock` into milliseconds.
double milliseconds(Cycles cycles, const ClockDomain& clock);

}  // namespace spillway
