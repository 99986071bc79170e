// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "report/operator_table.h"
#include "report/printout.h"
#include "traces/timing.h"

namespace spillway {

/// Returns a summary of a run in a dozen lines of at most `width` characters: latency, a bar of the
/// parts of the time, the slowest operators, and the peak and traffic of each memory. The parts of
/// the bar have different letters; with `colour`, the parts also have different colours. Times of
/// operators are in `unit`; a unit with clock 0 means cycles. `at_least` is a lower bound of the
/// run's cycles. The bound is printed if the run's time is only an estimate.
Printout run_summary(const Timing& timing, bool colour, std::size_t width = narrowest_output,
                     const TimeUnit& unit = {"cycles", ClockDomain{0}},
                     std::optional<Cycles> at_least = std::nullopt);

/// Returns two lines about the operators that run on the CPU: their number, their share of the
/// time, and the slowest of these operators with the reason why it runs on the CPU. Empty if no
/// operator runs on the CPU.
std::string host_summary(const Timing& timing, std::size_t width = narrowest_output);

}  // namespace spillway
