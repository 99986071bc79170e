// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/planner.h"

namespace spillway {

/// Per buffer, whether PlannerOptions::inputs_in decides its memory. This is so for network inputs
/// and outputs, scratch and persistent data. It is not so for buffers that are pinned, skipped, or
/// placed relative to another one or by the network's own file. If the planner chooses
/// (InputsIn::planner), the result is false for all buffers.
std::vector<bool> ruled_buffers(const PlanningProblem& problem, InputsIn rule);

/// Runs `planner` on `problem` under options.inputs_in. The planner does not see the buffers that
/// the rule places, but their memory is smaller by the bytes that they need together. Afterwards
/// each of them gets the lowest free offset, the largest buffer first. All of them go to one
/// memory: the first that holds them, from the fastest down or from the slowest up.
PlanningResult plan_by_inputs_rule(const Planner& planner, const PlanningProblem& problem,
                                   const PlannerOptions& options);

}  // namespace spillway
