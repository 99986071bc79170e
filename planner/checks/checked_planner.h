// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "planner/planner.h"

namespace spillway {

/// Throws UserError(run_failed) if an answer is not a valid plan. The message lists all violations:
/// buffers that have no place, lie outside their memory, are misaligned or overlap. `who` is the
/// name of the planner.
void require_valid_answer(const PlanningProblem& problem, const PlanningResult& answer,
                          const std::string& who);

/// Returns `planner` in a wrapper that throws UserError(run_failed) if an answer is not a valid
/// plan. Programs that use the libraries can add planners of their own, which may have defects.
std::unique_ptr<Planner> checked(std::unique_ptr<Planner> planner, const std::string& name);

}  // namespace spillway
