// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan.h"
#include "planner/problem.h"

namespace spillway {

enum class ViolationKind : std::uint8_t {
  out_of_bounds,  // a buffer lies outside its memory, or its memory does not exist
  overlap,        // two buffers use the same bytes at the same step
  misaligned,
  wrong_size,      // a residency has fewer or more bytes than its tensor
  missing_tensor,  // a tensor or buffer has no place, or a residency's tensor does not exist
  /// A tensor is in no memory at a step at which it is used. Inputs must be in memory at the start,
  /// outputs at the end.
  use_outside_residency,
  /// The source or target of a copy is not live, or no copy fills a residency that begins later
  /// than the first residency of its tensor.
  bad_copy,
  /// A weight flow breaks a condition of flow_violations().
  bad_weight_flow,
};

struct Violation {
  ViolationKind kind = ViolationKind::out_of_bounds;
  std::string subject;  // tensor or buffer
  std::string message;  // one line: subject, memory, offsets, steps
};

const char* violation_name(ViolationKind kind);  // "out of bounds", "overlap", ...

/// Returns all violations in a plan for `network`; empty = valid. The checks follow the definition
/// of a plan and share no code with planners. The operators of a cascade run alternately, so a
/// residency that is live during one step of the cascade counts as live during all its steps.
/// Weights of an operator with a weight flow, or with several weight tensors, have their encoded
/// size.
std::vector<Violation> validate_plan(const Plan& plan, const Network& network);

/// Returns all violations in `placements`, which has one element per buffer of `problem`; empty =
/// valid. Buffers with Buffer::stays_unplaced may be unplaced. Two buffers may overlap if they
/// share bytes on purpose, according to Buffer::placed_inside or to `outer_buffers`
/// (PlanningResult::outer_buffers).
std::vector<Violation> validate_placements(const PlanningProblem& problem,
                                           const std::vector<Placement>& placements,
                                           const std::vector<BufferIndex>& outer_buffers = {});

}  // namespace spillway
