// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/planner.h"

namespace spillway {

/// Returns, per buffer, whether PlannerOptions::inputs_in decides its memory. The rule decides for
/// network inputs and outputs, scratch and persistent data. It does not decide for buffers that are
/// pinned, skipped, or placed relative to another one or by the network's own file. If the planner
/// chooses (InputsIn::planner), the result is false for all buffers.
std::vector<bool> ruled_buffers(const PlanningProblem& problem, InputsIn rule);

/// Runs `planner` on `problem` under options.inputs_in. The buffers that the rule places go to one
/// memory: the fastest or the slowest that holds all of them. The planner does not see these
/// buffers; their memory is smaller by the bytes that they need together. Afterwards each of these
/// buffers gets the lowest free offset, the largest buffer first.
PlanningResult plan_by_inputs_rule(const Planner& planner, const PlanningProblem& problem,
                                   const PlannerOptions& options);

}  // namespace spillway
