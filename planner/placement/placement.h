// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "planner/allocator.h"
#include "planner/planner.h"
#include "planner/problem.h"

namespace spillway {

/// The most bytes that are live at one step; no allocation has a lower peak. Sizes are not rounded.
/// Skipped buffers and buffers inside other ones take no bytes of their own.
Bytes most_live_bytes(const std::vector<Buffer>& buffers);

/// A lower bound of the highest end of a buffer, for comparison with a reported peak. If all
/// buffers have the same alignment, the sizes of all but the topmost buffer are rounded up to it.
Bytes lower_bound(const std::vector<Buffer>& buffers);

/// As above, for plans in which buffers share bytes on purpose. Buffers that have a host in `hosts`
/// (of the result; empty = none) do not count.
Bytes lower_bound(std::vector<Buffer> buffers, const std::vector<BufferIndex>& hosts);

/// As above, for any plan of the problem: results may take the bytes of their operands
/// (in_place.h).
Bytes least_peak(const PlanningProblem& problem, const std::vector<BufferIndex>& hosts);

/// Runs `plan` on `problem` without its skipped buffers and relative placements. Then adds the
/// relative placements to the result: the offset of a buffer inside another one is the host's
/// offset plus its own, and the host is live as long as any buffer inside it. Skipped buffers stay
/// unplaced.
PlanningResult with_relatives_resolved(
    const PlanningProblem& problem,
    const std::function<PlanningResult(const PlanningProblem&)>& plan);

/// What place_sets() does with a set whose allocator cannot place it within the capacity.
enum class WhenTooLarge {
  report,      // report does_not_fit with memory and excess
  move_slower  // if exact search fails, too, move the buffers that ended beyond the capacity to the
               // next memory and try again
};

/// Places the sets that a policy chose: `memory_of[i]` is the memory of buffer i (no_memory = leave
/// out). If a set cannot be placed, the result notes the memory and the excess bytes, and `rule`
/// says what happens then. Moved buffers are listed in `evicted`.
PlanningResult place_sets(const PlanningProblem& problem, std::vector<MemoryIndex> memory_of,
                          const Allocator& allocator, const PlannerOptions& options,
                          WhenTooLarge rule);

/// Places every buffer of `problem` in `memory` with `allocator`.
PlanningResult place_all_in(const PlanningProblem& problem, MemoryIndex memory,
                            const Allocator& allocator, const PlannerOptions& options);

/// Returns the result of `place_in` for the fastest memory that holds the complete plan. If none
/// does, returns the result for the largest memory with does_not_fit. Memories of less than `least`
/// bytes are not tried.
PlanningResult in_fastest_that_holds(const std::vector<MemorySpace>& memories, Bytes least,
                                     const std::function<PlanningResult(MemoryIndex)>& place_in);

}  // namespace spillway
