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

/// Returns the operators whose result may take the bytes of an operand, in the order of the
/// operators. All of these conditions hold:
/// - BufferOperator::overwrites allows it.
/// - The operator is the last reader of the operand, and the operand is no network output.
/// - Result and operand have the same size and alignment.
/// - Neither of the two is persistent, pinned, skipped or placed by the network's file.
std::vector<InPlacePair> in_place_pairs(const PlanningProblem& problem);

/// Returns `problem` with each result of in_place_pairs() placed inside its operand.
PlanningProblem with_results_in_place(const PlanningProblem& problem);

}  // namespace spillway
