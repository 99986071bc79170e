// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "planner/problem.h"

namespace spillway {

/// Whether the CSV has the columns of a list of operators.
bool is_operators_csv(std::string_view text);

/// Adds the operators of a CSV to `problem`, for planners with in-place rules. Throws
/// UserError(input_file). Columns:
/// - `op`: the type of the operator
/// - `inputs` and `output`: names of buffers, separated by blanks
/// - `memory_overlappable`: 1 if the output may be written over an input
void read_operators_csv(const std::string& text, const std::string& source,
                        PlanningProblem& problem);

}  // namespace spillway
