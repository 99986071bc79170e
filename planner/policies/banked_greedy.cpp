// SPDX-License-Identifier: Apache-2.0
#include "planner/policies/hierarchy.h"
#include "planner/registry.h"

namespace spillway {

PlannerEntry banked_greedy() {
  return {"banked-greedy",
          "tflm-greedy over several memories: each buffer into the fastest with room for it",
          "Spillway", std::make_unique<HierarchyPlanner>(lowest_free, Ties::last_added_first)};
}

}  // namespace spillway
