// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/pages/drawing.h"
#include "traces/timing.h"

namespace spillway {

/// Draws a run over time: rows for the operators and for every engine and port, and below them the
/// bandwidth of every memory. `peaks` are the peak rates of the memories in bytes per second; 0 =
/// no limit. If a row has more than about 2,000 slices, neighbouring slices are merged. `timing`
/// must have slices (SimulationOptions::keep_slices).
Drawing timeline_drawing(const Timing& timing, const std::vector<std::int64_t>& peaks);

}  // namespace spillway
