// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_io/placed_problem.h"

#include <algorithm>

namespace spillway {

void pin_given_offsets(PlacedProblem& placed) {
  for (std::size_t i = 0; i < placed.placements.size(); ++i) {
    const Placement& place = placed.placements[i];
    if (place.memory != no_memory) {
      placed.problem.buffers[i].pinned_memory = place.memory;
      placed.problem.buffers[i].pinned_offset = place.offset;
    }
  }
}

MemoryIndex memory_named(PlanningProblem& problem, const std::string& name, bool may_add,
                         const SourceLocation& where) {
  std::vector<std::string> names;
  for (const MemorySpace& memory : problem.memories) {
    if (memory.name == name) {
      return static_cast<MemoryIndex>(names.size());
    }
    names.push_back(memory.name);
  }
  if (!may_add) {
    throw UserError(ExitCode::input_file, where, unknown_name_message("memory", name, names));
  }
  problem.memories.push_back({name, unlimited, 1});
  return static_cast<MemoryIndex>(names.size());
}

}  // namespace spillway
