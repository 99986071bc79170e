// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "planner/planner.h"

namespace spillway {

/// Throws UserError(run_failed) if `answer`, the result of planner `who`, is not a valid plan: if
/// buffers have no place, lie outside their memory, are misaligned or overlap. The message lists
/// the first 20 violations.
void require_valid_answer(const PlanningProblem& problem, const PlanningResult& answer,
                          const std::string& who);

/// Returns a planner that calls `planner` and throws UserError(run_failed) if a result of plan() or
/// plan_by_time() has status ok but is not a valid plan. Programs that use the libraries can add
/// planners of their own, which may have defects.
std::unique_ptr<Planner> checked(std::unique_ptr<Planner> planner, const std::string& name);

}  // namespace spillway
