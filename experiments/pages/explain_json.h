// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/answers/explain.h"
#include "experiments/pages/report_parts.h"

namespace spillway {

/// An explanation with names instead of indices, for pages and `explain --json`.
ReportJson explanation_json(const PointResult& result, const Explanation& explanation);

/// The explanations of the slowest operators, at most `most` of them.
ReportJson slowest_explained(const PointResult& result, std::size_t most);

/// The shell command `spillway explain NETWORK` with the options of `point`, without --op.
std::string explain_command(const Network& input, const DesignPoint& point);

}  // namespace spillway
