// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "planner/allocator.h"
#include "planner/planner.h"
#include "planner/problem.h"

namespace spillway {

/// Returns the largest number of bytes that are live at one step; no allocation has a lower peak.
/// Sizes are not rounded. Buffers that stay unplaced (Buffer::stays_unplaced) and buffers that are
/// placed relative to another buffer (Buffer::placed_inside) count no bytes.
Bytes most_live_bytes(const std::vector<Buffer>& buffers);

/// Returns a lower bound of the highest end of a buffer in any allocation. If all buffers have the
/// same alignment, the sizes of all buffers but the topmost one are rounded up to this alignment.
Bytes lower_bound(const std::vector<Buffer>& buffers);

/// Returns the lower bound for plans in which buffers share bytes on purpose. `outer_buffers` is
/// PlanningResult::outer_buffers or empty. A buffer whose outer buffer is given takes no bytes of
/// its own.
Bytes lower_bound(std::vector<Buffer> buffers, const std::vector<BufferIndex>& outer_buffers);

/// Returns a lower bound for every plan of the problem, also for plans in which results take the
/// bytes of their operands (in_place.h).
Bytes least_peak(const PlanningProblem& problem, const std::vector<BufferIndex>& outer_buffers);

/// What place_sets() does with a set whose allocator cannot place it within the capacity.
enum class WhenTooLarge {
  report,  // report the allocator's status, with memory and excess
  /// Try an exact search. If no placement is found, move the buffers that end beyond the capacity
  /// to the next memory and try again. In the last memory, do the same as `report`.
  move_slower
};

/// Places sets of buffers: `memory_of[i]` is the memory that a policy chose for buffer i (no_memory
/// = leave the buffer out). `rule` says what happens to a set that does not fit its memory.
PlanningResult place_sets(const PlanningProblem& problem, std::vector<MemoryIndex> memory_of,
                          const Allocator& allocator, const PlannerOptions& options,
                          WhenTooLarge rule);

/// Places every buffer of `problem` in `memory` with `allocator`.
PlanningResult place_all_in(const PlanningProblem& problem, MemoryIndex memory,
                            const Allocator& allocator, const PlannerOptions& options);

/// Returns the result of `place_in` for the fastest memory that holds the complete plan. If no
/// memory holds it, returns the result for the largest memory. Smaller memories of less than
/// `least` bytes are not tried.
PlanningResult in_fastest_that_holds(const std::vector<MemorySpace>& memories, Bytes least,
                                     const std::function<PlanningResult(MemoryIndex)>& place_in);

}  // namespace spillway
