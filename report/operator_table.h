// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/printout.h"
#include "traces/timing.h"

namespace spillway {

enum class GroupBy : std::uint8_t { kind, op };

/// The unit of a table's times: cycles of the processor, or ticks of a reference clock.
struct TimeUnit {
  std::string name;  // "cycles", "ticks"
  ClockDomain clock;
};

/// The run as a table in the form of the invoke() tables that users post: count, operator, time in
/// `unit`, milliseconds, and a total. There is one row per kind of operator, in order of first
/// appearance, or one row per operator. Rows are rounded so that they add up to the total.
PrintedTable operator_table(const Timing& timing, GroupBy group, const TimeUnit& unit);

/// Converts cycles of `clock` into units of a table and rounds to whole units.
Cycles in_unit(Cycles cycles, const ClockDomain& clock, const TimeUnit& unit);

/// Converts cycles of `clock` into milliseconds.
double milliseconds(Cycles cycles, const ClockDomain& clock);

}  // namespace spillway
