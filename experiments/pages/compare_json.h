// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/answers/compare_planners.h"

namespace spillway {

/// Returns the data for the HTML page of `compare` as one line of JSON: the target, the operators
/// and the tensors, and for each planner the cycles of each operator by cause, the peaks of
/// memories and the plan. `command` is the command line that makes the page.
std::string compare_json(const Network& input, const DesignPoint& point,
                         const PlannerComparison& comparison, const std::string& command);

}  // namespace spillway
