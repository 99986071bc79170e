// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hwmodels/target/relinking.h"
#include "planner/plan_io/placed_problem.h"
#include "planner/planner.h"

namespace spillway {

/// How many bytes a file may use of its two arenas. `fast` is 0 if the file has no fast arena.
struct ArenaLimits {
  Bytes arena = unlimited;
  Bytes fast = 0;
  // Whether a transfer must never write bytes that a running kernel may still use.
  bool apart = true;
};

/// Returns the homes of the buffers in the original file. A home is an arena and an offset.
std::vector<BufferHome> own_homes(const MovableBuffers& movable);

/// Returns the placing of the buffers as a problem for planners. Its memories are the fast arena,
/// if there is one, and the arena. With `movable_only`, it lacks the runtime's buffers.
PlanningProblem relinking_problem(const MovableBuffers& movable, const ArenaLimits& limits,
                                  bool movable_only);

/// Returns the homes that a planner chooses; nothing if the buffers do not fit. The planner gets
/// only the buffers that may be in the fast arena. Buffers that it puts into the other arena are
/// allocated once more, together with the runtime's buffers: by the allocator of `options`, or by
/// search if it names none.
std::optional<std::vector<BufferHome>> planned_homes(const MovableBuffers& movable,
                                                     const ArenaLimits& limits,
                                                     const Planner& planner,
                                                     const PlannerOptions& options);

/// Returns homes for which the caller has chosen the arenas: `fast` says for each buffer whether it
/// is in the fast arena. Both arenas are allocated by search. Nothing if the buffers do not fit.
std::optional<std::vector<BufferHome>> homes_of_choice(const MovableBuffers& movable,
                                                       const ArenaLimits& limits,
                                                       const std::vector<bool>& fast);

/// Returns the lowest free home of buffer `index` in the fast arena (if `fast`) or in the arena
/// outside of fast memory, while all other buffers stay at `homes`. Nothing if no space is free.
std::optional<BufferHome> free_home(const MovableBuffers& movable, const ArenaLimits& limits,
                                    const std::vector<BufferHome>& homes, std::size_t index,
                                    bool fast);

/// Returns the homes that a plan gives to the buffers; a row and a buffer belong together if their
/// names are equal. Throws UserError(input_file) for a row without a buffer, a buffer without a row
/// or without an address, and an address that is not allowed.
std::vector<BufferHome> given_homes(const MovableBuffers& movable, const ArenaLimits& limits,
                                    const PlacedProblem& plan);

/// Returns the buffers and their `homes` as a CSV that given_homes() can read. `names` has a name
/// for each of the memories of relinking_problem().
std::string homes_csv(const MovableBuffers& movable, const std::vector<BufferHome>& homes,
                      const std::vector<std::string>& names);

}  // namespace spillway
