// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan.h"
#include "planner/problem.h"

namespace spillway {

enum class ViolationKind : std::uint8_t {
  out_of_bounds,  // outside its memory, or in one that does not exist
  overlap,        // two buffers use the same bytes at the same step
  misaligned,
  wrong_size,             // reserves fewer or more bytes than the tensor has
  missing_tensor,         // an operator uses a tensor that the plan does not place
  use_outside_residency,  // a tensor is used, or needed at start or end, at a step when it is in no
                          // memory
  bad_copy,         // a copy whose source or target is not live, or a place that no copy fills
  bad_weight_flow,  // a slice has no buffer, does not fit, or is not in its buffer when it is read
};

struct Violation {
  ViolationKind kind = ViolationKind::out_of_bounds;
  std::string subject;  // tensor or buffer
  std::string message;  // one line: subject, memory, offsets, steps
};

const char* violation_name(ViolationKind kind);  // "out of bounds", "overlap", ...

/// Returns all violations in a plan for `network`; empty = valid. It is written from the definition
/// of a plan, independently of any planner. Operators of a cascade alternate, so a residency that
/// is live during one step of the cascade is live during all of it. Constants of an operator with a
/// weight flow, or with several weight tensors, have their encoded size.
std::vector<Violation> validate_plan(const Plan& plan, const Network& network);

/// As above, for placed buffers. Skipped buffers may be unplaced. Buffers placed inside another
/// one, and buffers with a host in `hosts` (of the result), may share its bytes.
std::vector<Violation> validate_placements(const PlanningProblem& problem,
                                           const std::vector<Placement>& placements,
                                           const std::vector<BufferIndex>& hosts = {});

}  // namespace spillway
