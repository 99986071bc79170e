// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "planner/allocator.h"
#include "planner/planner.h"
#include "planner/problem.h"

namespace spillway {

/// Most bytes that are live at one step: no allocation has a lower peak. Sizes count unrounded.
/// Buffers inside others, and skipped ones, take no bytes of their own.
Bytes most_live_bytes(const std::vector<Buffer>& buffers);

/// The bound to hold a reported peak against: no highest end of a buffer is below it. Where all
/// buffers have one alignment, all but the topmost count rounded up to it.
Bytes lower_bound(const std::vector<Buffer>& buffers);

/// The same for plans in which buffers share the bytes of others on purpose: those to which `hosts`
/// (of the result; empty = none) gives a host do not count.
Bytes lower_bound(std::vector<Buffer> buffers, const std::vector<BufferIndex>& hosts);

/// The same for any plan of the problem: results may take the bytes of their operands (in_place.h).
Bytes least_peak(const PlanningProblem& problem, const std::vector<BufferIndex>& hosts);

/// Runs `plan` on `problem` without its skipped buffers and relative placements, and adds the
/// latter to its result: a buffer placed inside another is at that one's offset plus its own, and
/// the host lives as long as any buffer inside it. Skipped buffers stay unplaced.
PlanningResult with_relatives_resolved(
    const PlanningProblem& problem,
    const std::function<PlanningResult(const PlanningProblem&)>& plan);

/// What a policy does with a set of one memory that its allocator cannot place within capacity.
enum class WhenTooLarge {
  report,      // does_not_fit, with memory and excess
  move_slower  // when exact does not place them either, buffers that ended beyond the capacity move
               // to the next memory; tried again
};

/// Places the sets that a policy chose: `memory_of[i]` for buffer i (no_memory = leave out). A set
/// that cannot be placed is noted in the result with memory and bytes over, then treated as `rule`
/// says; moved buffers are listed in `evicted`.
PlanningResult place_sets(const PlanningProblem& problem, std::vector<MemoryIndex> memory_of,
                          const Allocator& allocator, const PlannerOptions& options,
                          WhenTooLarge rule);

/// Every buffer of `problem` in `memory` by `allocator`.
PlanningResult place_all_in(const PlanningProblem& problem, MemoryIndex memory,
                            const Allocator& allocator, const PlannerOptions& options);

/// The result of `place_in` for the fastest memory that holds the whole plan; for the largest, with
/// does_not_fit, when none does. Memories of less than `least` bytes are not tried.
PlanningResult in_fastest_that_holds(const std::vector<MemorySpace>& memories, Bytes least,
                                     const std::function<PlanningResult(MemoryIndex)>& place_in);

}  // namespace spillway
