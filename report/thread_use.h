// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/program.h"
#include "traces/timing.h"

namespace spillway {

/// What one hardware thread of a software processor does for one operator.
struct ThreadUse {
  OperatorIndex op = 0;
  std::int32_t thread = 0;
  std::int64_t slots = 0;   // instructions issued
  std::int64_t cycles = 0;  // that they take, a turn of all threads each
  double busy = 0;  // of the operator's time, 0 to 1; the rest it waits for memory, flash or
                    // the other threads
};

/// Operator by operator; none for processors that run no kernels in software.
std::vector<ThreadUse> thread_use(const Program& program, const Timing& timing);

/// One row per operator and thread: operator, kind, thread, slots, busy_percent,
/// mips (million instructions per second while the operator runs) and
/// mcps_at_1_hz (million cycles per second of one thread when the network runs once a second: a
/// thread's slot takes as many cycles as there are turns).
std::string thread_csv(const Program& program, const Timing& timing);

/// A line per thread of the whole run, for the terminal; empty where there are no threads.
std::string thread_summary(const Program& program, const Timing& timing);

/// One row per kind of operator: kind, count, `unit` of time, milliseconds, percent of the run,
/// MACs, MACs per cycle, and how much of the time is unvalidated or unmodelled.
std::string kind_csv(const Timing& timing, const std::string& unit, Kilohertz unit_khz);

}  // namespace spillway
