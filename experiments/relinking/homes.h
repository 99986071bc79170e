// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hwmodels/target/relinking.h"
#include "planner/plan_io/placed_problem.h"
#include "planner/planner.h"

namespace spillway {

/// How much of the two arenas a file may use; `fast` is 0 where it has no fast arena.
struct ArenaLimits {
  Bytes arena = unlimited;
  Bytes fast = 0;
  bool apart = true;  // transfers fill no bytes that a kernel in flight may still use
};

/// The homes that the file has.
std::vector<BufferHome> own_homes(const MovableBuffers& movable);

/// The buffers as a problem for any planner: the fast arena first, where there is one, then the
/// arena. Those of the runtime are left out where `movable_only`.
PlanningProblem relinking_problem(const MovableBuffers& movable, const ArenaLimits& limits,
                                  bool movable_only);

/// The homes that a planner chooses. It decides alone about what may be in the fast arena; what it
/// leaves in the arena is placed with what the runtime touches by the allocator that the options
/// name, else by search. Nothing where that does not fit.
std::optional<std::vector<BufferHome>> planned_homes(const MovableBuffers& movable,
                                                     const ArenaLimits& limits,
                                                     const Planner& planner,
                                                     const PlannerOptions& options);

/// Homes by a choice of buffers for the fast arena; both arenas are placed by search. Nothing where
/// that does not fit.
std::optional<std::vector<BufferHome>> homes_of_choice(const MovableBuffers& movable,
                                                       const ArenaLimits& limits,
                                                       const std::vector<bool>& fast);

/// The lowest place in an arena where buffer `index` meets none of the others in `homes`; nothing
/// where it finds none.
std::optional<BufferHome> free_home(const MovableBuffers& movable, const ArenaLimits& limits,
                                    const std::vector<BufferHome>& homes, std::size_t index,
                                    bool fast);

/// The homes that rows of a plan name, by the names of the buffers. Throws UserError(input_file)
/// for rows of other buffers, buffers without a row or place, and places that they cannot have.
std::vector<BufferHome> given_homes(const MovableBuffers& movable, const ArenaLimits& limits,
                                    const PlacedProblem& plan);

/// The buffers with `homes` as the CSV that given_homes() understands; `names` are those of the
/// memories of relinking_problem().
std::string homes_csv(const MovableBuffers& movable, const std::vector<BufferHome>& homes,
                      const std::vector<std::string>& names);

}  // namespace spillway
