// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/program.h"
#include "traces/timing.h"

namespace spillway {

/// What one hardware thread does for one operator, on a processor that runs kernels in software.
struct ThreadUse {
  OperatorIndex op = 0;
  std::int32_t thread = 0;
  std::int64_t slots = 0;  // number of issued instructions
  // Cycles that the issued instructions take. Threads issue alternately, so each thread issues only
  // every few cycles.
  std::int64_t cycles = 0;
  // Fraction of the operator's time, 0 to 1, in which the thread issues instructions. In the
  // remaining time, the thread waits for memory, flash or other threads.
  double busy = 0;
};

/// Returns the work of all threads, operator by operator; empty for processors that do not run
/// kernels in software.
std::vector<ThreadUse> thread_use(const Program& program, const Timing& timing);

/// Returns a CSV with one row per operator and thread. The columns are operator, kind, thread,
/// slots (issued instructions), busy_percent, and:
/// * mips: million instructions per second while the operator runs.
/// * mcps_at_1_hz: million cycles per second that the thread needs if one inference runs per
///   second. An issued instruction counts as the cycles until the thread may issue again.
std::string thread_csv(const Program& program, const Timing& timing);

/// Returns one line for the terminal with the percentage of the whole run in which each thread is
/// busy; empty if the processor has no threads.
std::string thread_summary(const Program& program, const Timing& timing);

/// Returns a CSV with one row per kind of operator: kind, count, time in `unit`, milliseconds,
/// percent of the run, MACs, and MACs per cycle. Two more columns say which percentages of this
/// time are unvalidated (no measurement confirms the cost) and unmodelled (Spillway has no timing
/// model).
std::string kind_csv(const Timing& timing, const std::string& unit, Kilohertz unit_khz);

}  // namespace spillway
