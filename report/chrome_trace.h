// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "planner/plan.h"
#include "traces/timing.h"

namespace spillway {

/// Returns a run in the Trace Event Format, which Perfetto and chrome://tracing open. The trace has
/// a track for the operators and a track for every lane of an engine or port. Counters show the
/// bandwidth of each memory and, if `plan` matches the run's operators, the live bytes of each
/// memory. Arrows lead from DMA transfers to the operators that wait for these transfers. Times are
/// rounded down to nanoseconds. `timing` must have slices (SimulationOptions::keep_slices).
std::string chrome_trace(const std::string& title, const Timing& timing, const Plan& plan);

}  // namespace spillway
