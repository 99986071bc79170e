// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"
#include "traces/timing.h"

namespace spillway {

/// One row of an invoke() table, the sum of all operators of a kind.
struct InvokeRow {
  std::string op;
  std::int64_t count = 0;
  std::int64_t ticks = 0;  // number of ticks of the reference clock
};

struct InvokeTable {
  std::vector<InvokeRow> rows;
  std::int64_t total = 0;
  Kilohertz tick_khz = 100'000;

  const InvokeRow* row(const std::string& op) const;
};

/// Sums the operators by kind. Ticks are rounded so that rows add up to the total. Kinds in `order`
/// come first and in that order; all other kinds follow as they appear in the run.
InvokeTable invoke_table(const Timing& timing, Kilohertz tick_khz,
                         const std::vector<std::string>& order);

/// The table as XMOS's profiler prints it: "Cumulative times for invoke()...", then count, name,
/// ticks and milliseconds per kind, and the total.
std::string invoke_text(const InvokeTable& table);

}  // namespace spillway
