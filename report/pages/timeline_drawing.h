// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/pages/drawing.h"
#include "traces/timing.h"

namespace spillway {

/// Draws a run over time: a row for the operators and for every engine and port, and below them the
/// bandwidth of every memory. `peaks` are the memories' bytes per second; 0 = no limit. Slices of
/// engines and ports are merged if a row has more than about 2,000 of them. `timing` needs slices
/// (SimulationOptions::keep_slices).
Drawing timeline_drawing(const Timing& timing, const std::vector<std::int64_t>& peaks);

}  // namespace spillway
