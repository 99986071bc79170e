// SPDX-License-Identifier: Apache-2.0
#include "planner/in_place.h"

#include "base/index.h"

namespace spillway {
namespace {

/// Whether the planner alone decides where the buffer lies.
bool placed_by_planner(const Buffer& buffer) {
  return !buffer.stays_unplaced && !buffer.placed_inside && !buffer.offline_offset &&
         !buffer.pinned_memory && !buffer.pinned_offset && buffer.blocked_memories.empty() &&
         !is_persistent(buffer.kind);
}

bool may_share(const Buffer& operand, const Buffer& result, TimeStep step) {
  return placed_by_planner(operand) && placed_by_planner(result) && !operand.is_output &&
         operand.upper == step + 1 && result.lower == step && operand.size == result.size &&
         operand.alignment == result.alignment;
}

}  // namespace

std::vector<InPlacePair> in_place_pairs(const PlanningProblem& problem) {
  std::vector<InPlacePair> pairs;
  for (std::size_t i = 0; i < problem.operators.size(); ++i) {
    const BufferOperator& op = problem.operators[i];
    if (op.overwrites < 0 || op.outputs.empty() || op.outputs.front() < 0) continue;
    const InPlacePair pair{static_cast<TimeStep>(i) + 1, op.overwrites, op.outputs.front()};
    if (may_share(at(problem.buffers, pair.operand), at(problem.buffers, pair.result), pair.step)) {
      pairs.push_back(pair);
    }
  }
  return pairs;
}

PlanningProblem with_results_in_place(const PlanningProblem& problem) {
  PlanningProblem result = problem;
  for (const InPlacePair& pair : in_place_pairs(problem)) {
    at(result.buffers, pair.result).placed_inside = PlacedInside{pair.operand, 0};
  }
  return result;
}

}  // namespace spillway
