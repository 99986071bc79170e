// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/timing.h"

namespace spillway {

/// A run as a value change dump (IEEE 1364), which GTKWave and other waveform viewers open. Every
/// engine and port has a scope; if it works on several things at a time, it has a scope (lane) for
/// each. A scope has a wire that is 1 while the lane works. It also has an integer: the number of
/// the operator for which the lane works, or x if there is none. Times are picoseconds. `timing`
/// needs slices (SimulationOptions::keep_slices).
std::string vcd_trace(const std::string& title, const Timing& timing);

}  // namespace spillway
