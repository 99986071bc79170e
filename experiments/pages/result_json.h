// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/pages/report_parts.h"
#include "experiments/point/design_point.h"

namespace spillway {

/// Returns the result of a design point as JSON (docs/formats.md). The JSON begins with everything
/// on which the result depends: schema version, tool version, resolved target and options, hashes
/// of inputs. The quantities of the per-operator CSV follow.
std::string result_json(const Network& input, const DesignPoint& point, const PointResult& result);

/// Returns the quantities of one operator, which are also the columns of the per-operator CSV. A
/// quantity that is measured for each memory is an object with one field per memory.
ReportJson operator_json(const Timing& timing, std::size_t op);

}  // namespace spillway
