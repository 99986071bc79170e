// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "planner/plan.h"
#include "traces/timing.h"

namespace spillway {

/// Returns a run in the Trace Event Format, which Perfetto and chrome://tracing open. There is a
/// track for the operators and a track for every lane of an engine or port. Counters show the
/// bandwidth of each memory and, if `plan` matches the run's operators, its live bytes. Arrows lead
/// from DMA transfers to the operators that wait for them. Times are rounded down to nanoseconds.
/// `timing` must have slices (SimulationOptions::keep_slices).
std::string chrome_trace(const std::string& title, const Timing& timing, const Plan& plan);

}  // namespace spillway
