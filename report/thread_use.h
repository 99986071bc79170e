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
  std::int64_t slots = 0;  // number of instructions issued
  // Cycles that these instructions take. Threads take turns, so that each thread issues only every
  // few cycles.
  std::int64_t cycles = 0;
  // Share of the operator's time, 0 to 1, in which the thread issues instructions. In the rest of
  // the time it waits for memory, flash or the other threads.
  double busy = 0;
};

/// Returns the use of all threads, operator by operator. Empty for processors that run no kernels
/// in software.
std::vector<ThreadUse> thread_use(const Program& program, const Timing& timing);

/// Returns a CSV with one row per operator and thread: operator, kind, thread, slots, busy_percent,
/// mips and mcps_at_1_hz. mips is the million instructions per second while the operator runs.
/// mcps_at_1_hz is the million cycles per second that the thread needs if the network runs once a
/// second. A slot counts as the cycles until the thread may issue again.
std::string thread_csv(const Program& program, const Timing& timing);

/// Returns one line for the terminal with the use of each thread over the entire run; empty if
/// there are no threads.
std::string thread_summary(const Program& program, const Timing& timing);

/// Returns a CSV with one row per kind of operator: kind, count, time in `unit`, milliseconds,
/// percent of the run, MACs, MACs per cycle, and which percentage of its time is unvalidated or
/// unmodelled.
std::string kind_csv(const Timing& timing, const std::string& unit, Kilohertz unit_khz);

}  // namespace spillway
