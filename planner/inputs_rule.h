// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/planner.h"

namespace spillway {

/// Runs `planner` on `problem`, and applies the rule options.inputs_in to network inputs and
/// outputs, scratch and persistent data. These buffers go to one memory: the fastest (rule `fast`)
/// or the slowest (rule `slow`) that holds all of them. The planner does not see these buffers; for
/// the planner, the capacity of their memory is reduced by the bytes that the buffers need
/// together. Afterwards each of the buffers gets the lowest free offset, the largest buffer first.
/// If the buffers do not fit in this way, all of them lie above the planner's buffers instead.
/// Buffers that are placed relative to one of these buffers go with it. If the rule is
/// InputsIn::planner or the problem has only one memory, the planner places all buffers.
PlanningResult plan_by_inputs_rule(const Planner& planner, const PlanningProblem& problem,
                                   const PlannerOptions& options);

}  // namespace spillway
