// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "traces/timing.h"

namespace spillway {

/// A run as a picture: a lane for the operators and for every engine and port over time, below them
/// the bandwidth of every memory. `peaks` are the memories' bytes per second, 0 = no limit. Lanes
/// are drawn at a resolution of about 2,000 slices. Needs a run that kept its slices.
std::string timeline_svg(const Timing& timing, const std::vector<std::int64_t>& peaks);

}  // namespace spillway
