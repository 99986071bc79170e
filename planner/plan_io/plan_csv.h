// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan_io/placed_problem.h"
#include "traces/network.h"

namespace spillway {

/// Reads MiniMalloc's CSV with Spillway's further columns (docs/formats.md). With `memories` the
/// file's column `memory` must name one of them, and rows without it are in the first; without
/// `memories` those that the file names are made up, unlimited. Throws UserError(input_file) with
/// line and column, also for what check_problem rejects.
PlacedProblem read_plan_csv(std::string text, const std::string& source,
                            const std::vector<MemorySpace>& memories);

/// All columns that `problem` has values for; offset and memory are empty for unplaced buffers.
/// Buffers that are inside others, by the problem or by `hosts` of the planner's result, name them
/// in the column `inside`.
std::string write_plan_csv(const PlanningProblem& problem, const std::vector<Placement>& placements,
                           const std::vector<BufferIndex>& hosts = {});

/// The columns that MiniMalloc itself knows; `placements` may be empty.
std::string write_minimalloc_csv(const PlanningProblem& problem,
                                 const std::vector<Placement>& placements);

/// One row per residency of a network's plan; a tensor's second residency is named NAME#2.
std::string write_plan_csv(const Plan& plan, const Network& network);

}  // namespace spillway
