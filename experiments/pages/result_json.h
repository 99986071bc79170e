// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/pages/report_parts.h"
#include "experiments/point/design_point.h"

namespace spillway {

/// Returns the result of a design point as JSON: first everything that it depends on (schema
/// version, tool version, resolved target and options, hashes of inputs), then the quantities of
/// the per-operator CSV. docs/formats.md describes it.
std::string result_json(const Network& input, const DesignPoint& point, const PointResult& result);

/// Returns the quantities of one operator, those of the per-operator CSV. A quantity that every
/// memory has is an object with one field per memory.
ReportJson operator_json(const Timing& timing, std::size_t op);

}  // namespace spillway
