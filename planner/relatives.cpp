// SPDX-License-Identifier: Apache-2.0
// The solution of a problem with relative placements, by a planner that does not know them.
#include <algorithm>
#include <optional>

#include "base/index.h"
#include "planner/relative_places.h"

namespace spillway {
namespace {

bool is_planned(const Buffer& buffer) { return !buffer.stays_unplaced && !buffer.placed_inside; }

/// The problem without relative placements. `index_of` gives the buffer of the reduced problem for
/// each original buffer (-1 = none).
struct Reduced {
  PlanningProblem problem;
  std::vector<BufferIndex> index_of;
  std::vector<BufferIndex> original;
};

void keep_outer_buffers(const PlanningProblem& problem, Reduced& reduced) {
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    if (is_planned(problem.buffers[i])) {
      reduced.index_of[i] = static_cast<BufferIndex>(reduced.original.size());
      reduced.original.push_back(static_cast<BufferIndex>(i));
      reduced.problem.buffers.push_back(problem.buffers[i]);
    }
  }
}

void widen_outer_buffers(const PlanningProblem& problem, Reduced& reduced) {
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer& buffer = problem.buffers[i];
    if (buffer.stays_unplaced || !buffer.placed_inside) {
      continue;
    }
    const Anchor anchor = anchor_of(problem.buffers, static_cast<BufferIndex>(i));
    const BufferIndex index = at(reduced.index_of, anchor.buffer);
    if (index >= 0) {
      Buffer& widened = at(reduced.problem.buffers, index);
      widened.size = std::max(widened.size, anchor.distance + buffer.size);
      widened.lower = std::min(widened.lower, buffer.lower);
      widened.upper = std::max(widened.upper, buffer.upper);
    }
  }
}

void copy_operators(const PlanningProblem& problem, Reduced& reduced) {
  const auto mapped = [&](std::vector<BufferIndex>& values) {
    for (BufferIndex& value : values) {
      value = value < 0 ? value : at(reduced.index_of, value);
    }
  };
  reduced.problem.operators = problem.operators;
  for (BufferOperator& op : reduced.problem.operators) {
    mapped(op.inputs);
    mapped(op.outputs);
    op.overwrites = -1;
  }
}

Reduced reduce(const PlanningProblem& problem) {
  Reduced reduced;
  reduced.index_of.assign(problem.buffers.size(), -1);
  reduced.problem.memories = problem.memories;
  keep_outer_buffers(problem, reduced);
  widen_outer_buffers(problem, reduced);
  copy_operators(problem, reduced);
  return reduced;
}

std::vector<BufferIndex> expand_outer_buffers(const Reduced& reduced,
                                              const std::vector<BufferIndex>& outer_buffers) {
  std::vector<BufferIndex> expanded(reduced.index_of.size(), -1);
  for (std::size_t i = 0; i < outer_buffers.size(); ++i) {
    if (outer_buffers[i] >= 0) {
      at(expanded, reduced.original[i]) = at(reduced.original, outer_buffers[i]);
    }
  }
  return expanded;
}

PlanningResult expand(const PlanningProblem& problem, const Reduced& reduced,
                      PlanningResult result) {
  std::vector<Placement> placements(problem.buffers.size());
  for (std::size_t i = 0; i < placements.size(); ++i) {
    if (problem.buffers[i].stays_unplaced) {
      continue;
    }
    const Anchor anchor = anchor_of(problem.buffers, static_cast<BufferIndex>(i));
    const BufferIndex index = at(reduced.index_of, anchor.buffer);
    if (index >= 0 && !result.placements.empty()) {
      placements[i] = at(result.placements, index);
      placements[i].offset += anchor.distance;
    }
  }
  result.placements = std::move(placements);
  if (!result.outer_buffers.empty()) {
    result.outer_buffers = expand_outer_buffers(reduced, result.outer_buffers);
  }
  if (result.buffer >= 0) {
    result.buffer = at(reduced.original, result.buffer);
  }
  return result;
}

}  // namespace

PlanningResult with_relatives_resolved(
    const PlanningProblem& problem,
    const std::function<PlanningResult(const PlanningProblem&)>& plan) {
  if (std::all_of(problem.buffers.begin(), problem.buffers.end(), is_planned)) {
    return plan(problem);
  }
  const Reduced reduced = reduce(problem);
  return expand(problem, reduced, plan(reduced.problem));
}

}  // namespace spillway
