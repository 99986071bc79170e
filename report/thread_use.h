// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/program.h"
#include "traces/timing.h"

namespace spillway {

/// The work of one hardware thread for one operator, on processors that run kernels in software.
struct ThreadUse {
  OperatorIndex op = 0;
  std::int32_t thread = 0;
  std::int64_t slots = 0;  // instructions issued
  // Cycles that these instructions take. Threads take turns, so that one issues
  // only every few cycles.
  std::int64_t cycles = 0;
  // Share of the operator's time, 0 to 1. In the rest, the thread waits for memory, flash or the
  // other threads.
  double busy = 0;
};

/// The use of all threads, operator by operator; empty for processors that run no kernels in
/// software.
std::vector<ThreadUse> thread_use(const Program& program, const Timing& timing);

/// One row per operator and thread: operator, kind, thread, slots, busy_percent, mips (million
/// instructions per second while the operator runs) and mcps_at_1_hz (million cycles per second
/// that the thread needs if the network runs once a second; a slot takes as many cycles as it takes
/// until the thread may issue again).
std::string thread_csv(const Program& program, const Timing& timing);

/// One line per thread about the entire run, for the terminal; empty if there are no threads.
std::string thread_summary(const Program& program, const Timing& timing);

/// One row per kind of operator: kind, count, `unit` of time, milliseconds, percent of the run,
/// MACs, MACs per cycle, and how much of the time is unvalidated or unmodelled.
std::string kind_csv(const Timing& timing, const std::string& unit, Kilohertz unit_khz);

}  // namespace spillway
