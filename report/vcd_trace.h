// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/timing.h"

namespace spillway {

/// A run as a value change dump (IEEE 1364), which GTKWave and other waveform viewers open. Every
/// engine and port is a scope. Each of its lanes (one per thing that it works on at a time) has a
/// wire that is 1 while the lane works, and an integer with the number of the operator that it
/// works for, or x if there is none. Times are picoseconds. `timing` needs slices
/// (SimulationOptions::keep_slices).
std::string vcd_trace(const std::string& title, const Timing& timing);

}  // namespace spillway
