// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "planner/planner.h"

namespace spillway {

/// Throws UserError(run_failed) with every violation of an answer that is no plan: buffers without
/// a place, outside of their memory, misaligned or on top of each other. `who` names the planner.
void require_valid_answer(const PlanningProblem& problem, const PlanningResult& answer,
                          const std::string& who);

/// `planner`, whose answers are checked before anybody uses them: what programs that use the
/// libraries bring is not trusted.
std::unique_ptr<Planner> checked(std::unique_ptr<Planner> planner, const std::string& name);

}  // namespace spillway
