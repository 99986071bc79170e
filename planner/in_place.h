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

/// Returns the pairs of operand and result in which the result may take the bytes of the operand,
/// in the order of the operators. All of these conditions hold:
/// - BufferOperator::overwrites allows it.
/// - The operator is the last reader of the operand, and the operand is no network output.
/// - Result and operand have the same size and alignment.
/// - For both buffers, the planner alone decides the place: neither buffer is persistent, pinned,
///   blocked in a memory, placed relative to another buffer, or placed by the network's file, and
///   neither stays unplaced (Buffer::stays_unplaced).
std::vector<InPlacePair> in_place_pairs(const PlanningProblem& problem);

/// Returns a copy of `problem` in which, for every pair of in_place_pairs(), the result buffer lies
/// inside the operand's buffer.
PlanningProblem with_results_in_place(const PlanningProblem& problem);

}  // namespace spillway
