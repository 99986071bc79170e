// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"
#include "traces/timing.h"

namespace spillway {

/// A row of an invoke() table: the sum of all operators of one kind. XMOS's profiler prints an
/// invoke() table after an inference.
struct InvokeRow {
  std::string op;
  std::int64_t count = 0;
  std::int64_t ticks = 0;  // time in ticks of the reference clock
};

struct InvokeTable {
  std::vector<InvokeRow> rows;
  std::int64_t total = 0;
  Kilohertz tick_khz = 100'000;

  const InvokeRow* row(const std::string& op) const;
};

/// Returns a table of the run's operators, summed up by kind, in ticks of a clock of `tick_khz`.
/// Ticks are rounded so that the rows add up to the total. Kinds in `order` come first, in the
/// order of this list. All other kinds follow in the order in which they first occur in the run.
InvokeTable invoke_table(const Timing& timing, Kilohertz tick_khz,
                         const std::vector<std::string>& order);

/// Returns the table as text in the format of XMOS's profiler: "Cumulative times for invoke()...",
/// then count, name, ticks and milliseconds per kind, and the total.
std::string invoke_text(const InvokeTable& table);

}  // namespace spillway
