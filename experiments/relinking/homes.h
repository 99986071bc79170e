// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hwmodels/target/relinking.h"
#include "planner/plan_io/placed_problem.h"
#include "planner/planner.h"

namespace spillway {

/// The maximum bytes that buffers may use in the two arenas of a file. `arena` limits the arena
/// outside of fast memory. `fast` limits the arena in fast memory, and is 0 if the file has no such
/// arena.
struct ArenaLimits {
  Bytes arena = unlimited;
  Bytes fast = 0;
  // Whether transfers must never write bytes that a running kernel may still use.
  bool apart = true;
};

/// Returns the homes of the buffers in the original file. A home is an arena and an offset.
std::vector<BufferHome> own_homes(const MovableBuffers& movable);

/// Returns the task of placing the buffers as a problem for planners. The memories of the problem
/// are the fast arena, if the file has one, and the arena outside of fast memory. If
/// `movable_only`, the problem leaves out the buffers that must stay outside of fast memory,
/// because the runtime on the host or the application accesses them (MovableBuffer::of_runtime).
PlanningProblem relinking_problem(const MovableBuffers& movable, const ArenaLimits& limits,
                                  bool movable_only);

/// Returns the homes (arena and offset) that a planner chooses; nothing if the buffers do not fit.
/// If the file has no fast arena, the planner places all buffers. Otherwise the planner gets only
/// the buffers that may be in the fast arena. An allocator then places the buffers outside of fast
/// memory: the buffers that the planner has put outside, and the buffers that the runtime or the
/// application accesses. `options` names this allocator; without a name, the allocator
/// vela-hillclimb, which searches, is used.
std::optional<std::vector<BufferHome>> planned_homes(const MovableBuffers& movable,
                                                     const ArenaLimits& limits,
                                                     const Planner& planner,
                                                     const PlannerOptions& options);

/// Returns the lowest free offset for buffer `index` in the fast arena (if `fast`) or in the arena
/// outside of fast memory. All other buffers stay at `homes`. Returns nothing if the arena has no
/// gap that is large enough for the buffer.
std::optional<BufferHome> free_home(const MovableBuffers& movable, const ArenaLimits& limits,
                                    const std::vector<BufferHome>& homes, std::size_t index,
                                    bool fast);

/// Returns the homes (arena and offset) that a plan gives to the buffers. A row of the plan belongs
/// to the buffer with the same name. Throws UserError(input_file) for a row without a buffer, a
/// buffer without a row or without an address, and an address that is not allowed.
std::vector<BufferHome> given_homes(const MovableBuffers& movable, const ArenaLimits& limits,
                                    const PlacedProblem& plan);

/// Returns a CSV that given_homes() can read: the buffers with their `homes` (arena and offset).
/// `names` are the names of the memories of relinking_problem().
std::string homes_csv(const MovableBuffers& movable, const std::vector<BufferHome>& homes,
                      const std::vector<std::string>& names);

}  // namespace spillway
