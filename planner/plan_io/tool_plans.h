// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planner/plan_io/placed_problem.h"

namespace spillway {

/// What begins every table of that text; the name of the memory area follows.
constexpr std::string_view vela_table_heading = "Tensor Allocation for mem_area ";

/// The plan inside the text that `vela --verbose-allocation` prints: per table (one per memory)
/// start and end time, address range, size, memory use, purpose and name. Other lines are skipped.
/// Ends are inclusive there, half-open here; one memory per table, named after its memory area.
/// With `memories` each area must be one of them, in any case of letters. Throws
/// UserError(input_file) with line and column, also when the text has no such table.
PlacedProblem read_vela_allocation(const std::string& text, const std::string& source,
                                   const std::vector<MemorySpace>& memories = {});

/// Places the buffers of `problem` by a list with the columns `tensor,mem_id,offset`, as ExecuTorch
/// keeps them in its tensors; `tensor` is a buffer's id, `mem_id` counts from 1, the fastest
/// memory. Memories are made up, without a limit, when `problem` has none. Buffers that are not
/// listed stay unplaced. Throws UserError(input_file).
PlacedProblem read_executorch_plan(const std::string& text, const std::string& source,
                                   PlanningProblem problem);

}  // namespace spillway
