// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/planner.h"

namespace spillway {

/// Runs `planner` on `problem` under options.inputs_in. The buffers that the rule places go to one
/// memory: the fastest or the slowest that holds all of them. The planner does not see these
/// buffers; their memory is smaller by the bytes that they need together. Afterwards each of these
/// buffers gets the lowest free offset, the largest buffer first.
PlanningResult plan_by_inputs_rule(const Planner& planner, const PlanningProblem& problem,
                                   const PlannerOptions& options);

}  // namespace spillway
