// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// The result of one design point with everything that led to it: schema version, tool version,
/// resolved target and options, hashes of inputs, then the figures of the per-operator CSV.
/// docs/formats.md describes it.
std::string result_json(const Network& input, const DesignPoint& point, const PointResult& result);

}  // namespace spillway
