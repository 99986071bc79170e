// SPDX-License-Identifier: Apache-2.0
#include "planner/policies/hierarchy.h"
#include "planner/registry.h"

namespace spillway {

PlannerEntry cadence_position() {
  return {"cadence-position",
          "largest first into the fastest memory with room, lowest free offset; constraints",
          "ExecuTorch cff6f4d (2026-08), Cadence position-based greedy with hierarchy",
          std::make_unique<HierarchyPlanner>(lowest_free, Ties::first_added_first)};
}

}  // namespace spillway
