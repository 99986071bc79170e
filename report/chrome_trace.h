// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "planner/plan.h"
#include "traces/timing.h"

namespace spillway {

/// A run in the Trace Event Format, which Perfetto and chrome://tracing open. It has a track for
/// the operators and at least one track per engine and port, with more tracks if the engine works
/// on several things at once. Counters show the bandwidth and, if `plan` has the run's operators,
/// the live bytes of each memory. An arrow leads from every DMA transfer to the operator that waits
/// for it. Times are rounded down to nanoseconds, so that slices of a track do not overlap.
/// `timing` needs slices (SimulationOptions::keep_slices).
std::string chrome_trace(const std::string& title, const Timing& timing, const Plan& plan);

}  // namespace spillway
