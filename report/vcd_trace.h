// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/timing.h"

namespace spillway {

/// Returns a run as a value change dump (IEEE 1364), which GTKWave and other waveform viewers open.
/// Every lane of an engine or port has a scope; an engine has several lanes if it works on several
/// tasks at the same time. A scope has a wire that is 1 while the lane is busy, and an integer: the
/// number of the operator for which the lane works, or x if the lane is idle. Times are in
/// picoseconds. `timing` must have slices (SimulationOptions::keep_slices).
std::string vcd_trace(const std::string& title, const Timing& timing);

}  // namespace spillway
