// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/answers/explain.h"
#include "experiments/pages/report_parts.h"

namespace spillway {

/// Returns an explanation as JSON, with the names of tensors and memories, for pages and `explain
/// --json`.
ReportJson explanation_json(const PointResult& result, const Explanation& explanation);

/// Explains the slowest operators, but at most `most` of them.
ReportJson slowest_explained(const PointResult& result, std::size_t most);

/// Returns the shell command `spillway explain NETWORK` with the options of `point`. The page
/// appends `--op` and an operator.
std::string explain_command(const Network& input, const DesignPoint& point);

}  // namespace spillway
