// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "planner/footprint.h"
#include "planner/plan_io/placed_problem.h"

namespace spillway::cli {

/// Memories of `--memory NAME=SIZE`, fastest first, less what `--reserve NAME=SIZE` keeps free.
/// Throws UserError(usage) for a memory that is named twice or reserves more than it has.
std::vector<MemorySpace> read_memories(const Arguments& arguments);

/// Rows of `--buffers FILE.csv`, or the buffers of another tool's plan without their places.
PlacedProblem read_buffers(const Arguments& arguments, const std::vector<MemorySpace>& memories);

/// Budgets of `--require MEMORY<=SIZE`. Throws UserError(usage) with a suggestion for a memory that
/// is not among `memories`.
std::vector<Budget> read_budgets(const Arguments& arguments,
                                 const std::vector<MemorySpace>& memories);

/// Reports the budgets that `residencies` miss, one line each; check_missed when there is one.
/// `network` names operators and tensors. `peaks`, per memory, are what a run reports; none = the
/// highest ends of the residencies.
ExitCode report_budgets(const std::vector<Budget>& budgets,
                        const std::vector<Residency>& residencies,
                        const std::vector<MemorySpace>& memories, const Network& network,
                        const Console& console, const std::vector<Bytes>& peaks = {});

}  // namespace spillway::cli
