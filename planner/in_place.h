// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/problem.h"

namespace spillway {

/// An operator that may write its result over an operand, byte for byte.
struct InPlacePair {
  TimeStep step = 0;  // at which the operator runs
  BufferIndex operand = -1;
  BufferIndex result = -1;
};

/// Returns the results that may take their operand's bytes, in the order of the operators.
/// Conditions: BufferOperator::overwrites allows it, the operator is the last reader of the
/// operand, result and operand have the same size, and the user pins neither of them.
std::vector<InPlacePair> in_place_pairs(const PlanningProblem& problem);

/// Returns `problem` with each result of in_place_pairs() placed inside its operand.
PlanningProblem with_results_in_place(const PlanningProblem& problem);

}  // namespace spillway
