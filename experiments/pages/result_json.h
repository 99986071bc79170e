// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// The result of one design point with everything that led to it: schema version, tool version,
/// resolved target and options, hash of the input, then the figures of the per-operator CSV.
/// docs/formats.md describes it.
std::string result_json(const Network& input, const DesignPoint& point, const PointResult& result);

/// Hash of what a network is: of its file, or of its structure where it came from no file.
std::string network_hash(const Network& network);

}  // namespace spillway
