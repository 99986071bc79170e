// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// What the HTML report of a run shows, on one line: result_json() with the target's memories, the
/// plan (residencies with names, lifetimes and readers, live bytes per step), warnings, the slices
/// of engines and ports, coarse enough for a picture, and `command`, which makes the report again.
std::string report_json(const Network& input, const DesignPoint& point, const PointResult& result,
                        const std::string& command);

}  // namespace spillway
