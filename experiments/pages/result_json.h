// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/pages/report_parts.h"
#include "experiments/point/design_point.h"

namespace spillway {

/// The result of one design point with everything that it depends on: schema version, tool version,
/// resolved target and options, hashes of inputs, then the figures of the per-operator CSV.
/// docs/formats.md describes it.
std::string result_json(const Network& input, const DesignPoint& point, const PointResult& result);

/// The figures of one operator, the same as in the per-operator CSV. A figure of memories is an
/// object with a field per memory.
ReportJson operator_json(const Timing& timing, std::size_t op);

}  // namespace spillway
