// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan_io/placed_problem.h"
#include "traces/network.h"

namespace spillway {

/// Reads MiniMalloc's CSV with Spillway's additional columns (docs/formats.md). If `memories` is
/// not empty, the column `memory` must name one of them, and rows without a memory are in the first
/// one. If `memories` is empty, the memories that the file names are added, without a limit. Throws
/// UserError(input_file) with line and column. For a missing column and for mistakes that
/// check_problem() finds, it gives only the line.
PlacedProblem read_plan_csv(std::string text, const std::string& source,
                            const std::vector<MemorySpace>& memories);

/// Returns a CSV with the columns id, lower, upper, size, alignment, offset, tensor, memory, kind,
/// reads and access_score. Offset and memory are empty for unplaced buffers. If a buffer lies
/// inside another buffer, according to `problem` or to `outer_buffers`
/// (PlanningResult::outer_buffers), the column `inside` names the other buffer.
std::string write_plan_csv(const PlanningProblem& problem, const std::vector<Placement>& placements,
                           const std::vector<BufferIndex>& outer_buffers = {});

/// Returns a CSV with only the columns of MiniMalloc; `placements` may be empty.
std::string write_minimalloc_csv(const PlanningProblem& problem,
                                 const std::vector<Placement>& placements);

/// Returns a CSV with one row per residency and per tensor outside a network's plan; a tensor's
/// second residency is named NAME#2.
std::string write_plan_csv(const Plan& plan, const Network& network);

}  // namespace spillway
