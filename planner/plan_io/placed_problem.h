// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "planner/problem.h"

namespace spillway {

/// Buffers that a file lists, with the places that it gives them.
struct PlacedProblem {
  PlanningProblem problem;
  std::vector<Placement> placements;           // per buffer; no_memory = the file gives no offset
  std::vector<std::optional<Bytes>> expected;  // per buffer: column expected_offset
  std::vector<SourceLocation> rows;            // per buffer: where it stands
};

/// Makes the offsets that the file gives fixed ones, as MiniMalloc understands them.
void pin_given_offsets(PlacedProblem& placed);

/// The index of `name` among the memories of `problem`. An unknown name is added, without a limit,
/// when `may_add`; otherwise it is a UserError(input_file) at `where` with a suggestion.
MemoryIndex memory_named(PlanningProblem& problem, const std::string& name, bool may_add,
                         const SourceLocation& where);

}  // namespace spillway
