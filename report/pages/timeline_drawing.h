// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/pages/drawing.h"
#include "traces/timing.h"

namespace spillway {

/// A row of the timeline: an engine or port, or one of its lanes. An engine has several lanes if it
/// works on several tasks at the same time.
struct TimelineLane {
  std::string name;
  std::vector<TraceSlice> slices;
};

/// Returns the lanes of engines and ports. If a lane has more than about 2,000 slices, neighbouring
/// slices are merged.
std::vector<TimelineLane> engine_lanes(const Timing& timing);

/// Draws a run over time: rows for the operators and for every engine and port, and below them the
/// bandwidth of every memory. `peaks` are the peak rates of the memories in bytes per second; 0 =
/// no limit. `timing` must have slices (SimulationOptions::keep_slices).
Drawing timeline_drawing(const Timing& timing, const std::vector<std::int64_t>& peaks);

}  // namespace spillway
