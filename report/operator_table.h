// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/timing.h"

namespace spillway {

/// The columns of a narrow terminal; every table that is printed fits into them.
constexpr std::size_t narrowest_output = 80;

enum class GroupBy : std::uint8_t { kind, op };

/// The unit of a table's times: cycles of the processor, or ticks of a reference clock.
struct TimeUnit {
  std::string name;  // "cycles", "ticks"
  ClockDomain clock;
};

/// The run as a table in the form of the invoke() tables that users post: count, operator, time in
/// `unit`, milliseconds, and a total. There is one row per kind of operator, in order of first
/// appearance, or one row per operator. Names longer than `width` leaves room for are shortened.
/// Rows are rounded so that they add up to the total.
std::string operator_table(const Timing& timing, GroupBy group, const TimeUnit& unit,
                           std::size_t width = narrowest_output);

/// The name if it fits `width` columns; otherwise a shorter one, without its middle.
std::string elided(const std::string& name, std::size_t width);

/// Converts cycles of `clock` into whole units, rounded.
Cycles in_unit(Cycles cycles, const ClockDomain& clock, const TimeUnit& unit);

/// Converts cycles of `clock` into milliseconds.
double milliseconds(Cycles cycles, const ClockDomain& clock);

}  // namespace spillway
