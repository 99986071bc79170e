// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "report/operator_table.h"
#include "traces/timing.h"

namespace spillway {

/// A run in a dozen lines of at most `width` columns: latency and what most of it went into, a bar
/// of where the time went, the operators that took longest, and per memory the planned peak and the
/// bytes moved. Letters tell the parts of the bar apart; `colour` paints them, too, with terminal
/// escapes. Times of operators are in `unit`, by default (a clock of 0) in cycles. `at_least`:
/// cycles that the run takes at least, where its time is no more than an estimate.
std::string run_summary(const Timing& timing, bool colour, std::size_t width = narrowest_output,
                        const TimeUnit& unit = {"cycles", ClockDomain{0}},
                        std::optional<Cycles> at_least = std::nullopt);

/// What the processor leaves to the CPU, in two lines: how many operators, their share of the time,
/// and the largest of them with the reason; empty when there are none.
std::string host_summary(const Timing& timing, std::size_t width = narrowest_output);

}  // namespace spillway
