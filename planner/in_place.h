// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/problem.h"

namespace spillway {

/// An operator that may write its result over an operand, byte for byte.
struct InPlacePair {
  TimeStep step = 0;  // of the operator
  BufferIndex operand = -1;
  BufferIndex result = -1;
};

/// The results that may take an operand's bytes: BufferOperator::overwrites allows it, the operator
/// is the last reader of the operand, both take equally many bytes, and the user pins neither. In
/// the order of the operators.
std::vector<InPlacePair> in_place_pairs(const PlanningProblem& problem);

/// The problem with every such result placed inside its operand.
PlanningProblem with_results_in_place(const PlanningProblem& problem);

}  // namespace spillway
