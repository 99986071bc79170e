// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "planner/problem.h"

namespace spillway {

/// Whether a CSV lists operators over buffers, by the names of its columns.
bool is_operators_csv(std::string_view text);

/// Adds the operators that a CSV lists to `problem`, for planners with in-place rules: columns
/// `op`, `inputs` and `output`, names of buffers separated by blanks, and `memory_overlappable`, 1
/// where the output may be written over an input. Throws UserError(input_file).
void read_operators_csv(const std::string& text, const std::string& source,
                        PlanningProblem& problem);

}  // namespace spillway
