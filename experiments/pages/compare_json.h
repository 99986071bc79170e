// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/answers/compare_planners.h"

namespace spillway {

/// The data of a comparison's HTML report as one line of JSON: the target, operators and tensors
/// once, then for each planner where each operator's time goes, memory peaks, and the plan.
/// `command` is the command line that makes the report again.
std::string compare_json(const Network& input, const DesignPoint& point,
                         const PlannerComparison& comparison, const std::string& command);

}  // namespace spillway
