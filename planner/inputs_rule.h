// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/planner.h"

namespace spillway {

/// Per buffer, whether PlannerOptions::inputs_in has a say in its memory: network inputs and
/// outputs, scratch and persistent data. Not those that are pinned, left out, placed relative to
/// another or by the network's own file, and none where the planner chooses.
std::vector<bool> ruled_buffers(const PlanningProblem& problem, InputsIn rule);

/// What `planner` makes of `problem` under options.inputs_in. Buffers that the rule places are no
/// concern of the planner: it plans the others with as much less of their memory as they need
/// together, and they go into the lowest room that is then free there, the largest first. They lie
/// in one memory, the first that holds all of them from the fastest down, or from the slowest up.
PlanningResult plan_by_inputs_rule(const Planner& planner, const PlanningProblem& problem,
                                   const PlannerOptions& options);

}  // namespace spillway
