// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/drawing.h"
#include "traces/timing.h"

namespace spillway {

/// A run as a picture: a lane for the operators and for every engine and port over time, below them
/// the bandwidth of every memory. `peaks` are the memories' bytes per second, 0 = no limit. Lanes
/// are drawn at a resolution of about 2,000 slices. Needs a run that kept its slices.
Drawing timeline_drawing(const Timing& timing, const std::vector<std::int64_t>& peaks);

}  // namespace spillway
