// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/answers/explain.h"
#include "experiments/pages/report_parts.h"

namespace spillway {

/// Returns an explanation as JSON, with the names of tensors and memories. Pages and
/// `explain --json` contain this JSON.
ReportJson explanation_json(const PointResult& result, const Explanation& explanation);

/// Returns explanations of the slowest operators, at most `most` of them, for the page of a run.
ReportJson slowest_explained(const PointResult& result, std::size_t most);

/// Returns the shell command `spillway explain NETWORK` with the options of `point`. The HTML page
/// appends `--op` and the operator for which the user wants an explanation.
std::string explain_command(const Network& input, const DesignPoint& point);

}  // namespace spillway
