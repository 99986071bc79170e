// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "planner/plan.h"
#include "traces/timing.h"

namespace spillway {

/// A run in the Trace Event Format, which Perfetto and chrome://tracing open: a track of operators,
/// one per engine and port (one per lane where these work on several things at once), counters of
/// bandwidth and, where `plan` has the run's operators, of live bytes per memory, and an arrow from
/// every DMA transfer to the operator that waits for it. Times are rounded down to nanoseconds,
/// which keeps slices of a track apart. `timing` needs slices (SimulationOptions::keep_slices).
std::string chrome_trace(const std::string& title, const Timing& timing, const Plan& plan);

}  // namespace spillway
