// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/timing.h"

namespace spillway {

/// Columns that every table of the terminal fits.
constexpr std::size_t narrowest_output = 80;

enum class GroupBy : std::uint8_t { kind, op };

/// What a table counts in: cycles of the processor, or ticks of a reference clock.
struct TimeUnit {
  std::string name;  // "cycles", "ticks"
  ClockDomain clock;
};

/// The run as a table in the shape of the invoke() tables that users post: count, operator, time in
/// `unit`, milliseconds, and a total; by kind of operator in order of first appearance, or one row
/// per operator; names get what `width` columns leave.
/// Rows are rounded so that they add up to the total.
std::string operator_table(const Timing& timing, GroupBy group, const TimeUnit& unit,
                           std::size_t width = narrowest_output);

/// A name in at most `width` columns; a longer one loses its middle.
std::string elided(const std::string& name, std::size_t width);

/// Cycles of `clock` in whole units, rounded.
Cycles in_unit(Cycles cycles, const ClockDomain& clock, const TimeUnit& unit);

/// Cycles of the run's clock in milliseconds.
double milliseconds(Cycles cycles, const ClockDomain& clock);

}  // namespace spillway
