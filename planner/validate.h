// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan.h"
#include "planner/problem.h"

namespace spillway {

enum class ViolationKind : std::uint8_t {
  out_of_bounds,  // outside its memory, or in one that does not exist
  overlap,        // shares bytes with another at the same step
  misaligned,
  wrong_size,             // reserves fewer or more bytes than the tensor has
  missing_tensor,         // an operator uses it, the plan does not place it
  use_outside_residency,  // used, or needed at start or end, at a step when it is nowhere
  bad_copy,               // moves bytes when source or target is not there, or never moves them
  bad_weight_flow,  // slices that no buffer has room for, or has when they are fetched and read
};

struct Violation {
  ViolationKind kind = ViolationKind::out_of_bounds;
  std::string subject;  // tensor or buffer
  std::string message;  // one line: subject, memory, offsets, steps
};

const char* violation_name(ViolationKind kind);  // "out of bounds", "overlap", ...

/// Everything that is wrong with a plan for `network`; empty = valid. Written from the definition
/// of a plan, independent of any planner. What lives during any step of a cascade lives during all
/// of it, as its operators alternate. Constants of an operator with a weight flow, or with
/// several tensors of weights, are as large as they are encoded.
std::vector<Violation> validate_plan(const Plan& plan, const Network& network);

/// The same for placed buffers. A buffer that is skipped may be unplaced; one that is placed inside
/// another shares its bytes, as does one to which `hosts` (of the result) gives a host.
std::vector<Violation> validate_placements(const PlanningProblem& problem,
                                           const std::vector<Placement>& placements,
                                           const std::vector<BufferIndex>& hosts = {});

}  // namespace spillway
