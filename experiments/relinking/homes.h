// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hwmodels/target/relinking.h"
#include "planner/plan_io/placed_problem.h"
#include "planner/planner.h"

namespace spillway {

/// How many bytes of the two arenas a file may use; `fast` is 0 if the file has no fast arena.
struct ArenaLimits {
  Bytes arena = unlimited;
  Bytes fast = 0;
  bool apart = true;  // a transfer never writes bytes that a kernel may still use while it runs
};

/// The homes (arena and offset of each buffer) in the original file.
std::vector<BufferHome> own_homes(const MovableBuffers& movable);

/// The buffers as a problem for any planner. Its memories are the fast arena, if there is one, and
/// the arena. With `movable_only`, the runtime's buffers are left out.
PlanningProblem relinking_problem(const MovableBuffers& movable, const ArenaLimits& limits,
                                  bool movable_only);

/// The homes that a planner chooses. The planner places only buffers that may be in the fast arena.
/// Buffers that it leaves in the arena are placed again, together with the runtime's buffers, by
/// the allocator that the options name or else by search. Nothing if the buffers do not fit.
std::optional<std::vector<BufferHome>> planned_homes(const MovableBuffers& movable,
                                                     const ArenaLimits& limits,
                                                     const Planner& planner,
                                                     const PlannerOptions& options);

/// The homes for a given choice of buffers for the fast arena; both arenas are allocated by search.
/// Nothing if the buffers do not fit.
std::optional<std::vector<BufferHome>> homes_of_choice(const MovableBuffers& movable,
                                                       const ArenaLimits& limits,
                                                       const std::vector<bool>& fast);

/// The lowest free address for buffer `index` in one arena, with all other buffers at `homes`;
/// nothing if there is no free space.
std::optional<BufferHome> free_home(const MovableBuffers& movable, const ArenaLimits& limits,
                                    const std::vector<BufferHome>& homes, std::size_t index,
                                    bool fast);

/// The homes that a plan's rows give to the buffers of the same names. Throws UserError(input_file)
/// for a row without a buffer, a buffer without a row or without an address, and an address that is
/// not allowed.
std::vector<BufferHome> given_homes(const MovableBuffers& movable, const ArenaLimits& limits,
                                    const PlacedProblem& plan);

/// Writes the buffers and their `homes` as a CSV that given_homes() can read. `names` holds one
/// memory name for each entry of relinking_problem().memories.
std::string homes_csv(const MovableBuffers& movable, const std::vector<BufferHome>& homes,
                      const std::vector<std::string>& names);

}  // namespace spillway
