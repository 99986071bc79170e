// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "planner/plan.h"
#include "traces/timing.h"

namespace spillway {

/// Returns a run in the Trace Event Format, which Perfetto and chrome://tracing open. There is a
/// track for the operators and one for every lane of an engine or port. Counters show the bandwidth
/// and, if `plan` has the run's operators, the live bytes of each memory. Arrows lead from DMA
/// transfers to the operators that wait for them. Times are rounded down to nanoseconds. `timing`
/// needs slices (SimulationOptions::keep_slices).
std::string chrome_trace(const std::string& title, const Timing& timing, const Plan& plan);

}  // namespace spillway
