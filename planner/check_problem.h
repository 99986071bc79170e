// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "planner/problem.h"

namespace spillway {

constexpr Bytes largest_buffer = Bytes{1} << 40;
constexpr Bytes largest_alignment = Bytes{1} << 30;

/// Throws UserError(input_file) for the first mistake in a problem that a user wrote:
/// - a duplicate name
/// - a size below 1 or above 2^40 bytes
/// - a lifetime that starts below 0 or has no step
/// - an alignment below 1 or above 2^30, or alignments whose common multiple is above 2^30
/// - a fixed offset that is negative, misaligned or overlaps another fixed offset
/// - a memory or an outer buffer that does not exist, or no allowed memory
/// - a buffer that is inside itself or sticks out of its outer buffer
/// `rows[i]` is the source location of buffer i. Without rows, the message numbers buffers from 1.
void check_problem(const PlanningProblem& problem, const std::vector<SourceLocation>& rows = {});

/// Throws UserError(run_failed) if a buffer is larger than every memory that it may use.
void check_capacity(const PlanningProblem& problem, const std::vector<SourceLocation>& rows = {});

/// Throws UserError(usage) for pins of a user that no planner could honour:
/// - a pin to a memory that does not exist, or pins that exclude every memory
/// - a pin to an offset that is negative, misaligned or overlaps another fixed offset
/// - an alignment below 1 or above 2^30
void check_pins(const PlanningProblem& problem);

}  // namespace spillway
