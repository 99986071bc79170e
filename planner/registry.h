// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/allocator.h"
#include "planner/planner.h"

// The planning algorithms. Most are defined in the file of their name; the others are in
// single_memory.cpp, vela_spill_planner.cpp, tinyengine_firstfit.cpp and exact_planner.cpp. A new
// algorithm needs a file, a test and a line in one of these two lists. planners() has the policies
// in this order, and then the allocators without a policy of the same name.
#define SPILLWAY_ALLOCATORS(X) \
  X(tflm_greedy)               \
  X(tflm)                      \
  X(tflm_linear)               \
  X(executorch_greedy)         \
  X(tinyengine_firstfit)       \
  X(vela_greedy)               \
  X(vela_linear)               \
  X(vela_hillclimb)            \
  X(exact_search)

#define SPILLWAY_POLICIES(X) \
  X(single)                  \
  X(cadence_position)        \
  X(cadence_greedy)          \
  X(vela_planner)            \
  X(vela_spill)              \
  X(vela_spill_2022)         \
  X(tinyengine)              \
  X(xformer)                 \
  X(banked_greedy)           \
  X(split_arena)             \
  X(size_threshold)          \
  X(belady)                  \
  X(xla_msa)                 \
  X(search_planner)

namespace spillway {

#define SPILLWAY_DECLARE(name) Allocator name();
SPILLWAY_ALLOCATORS(SPILLWAY_DECLARE)
#undef SPILLWAY_DECLARE
#define SPILLWAY_DECLARE(name) PlannerEntry name();
SPILLWAY_POLICIES(SPILLWAY_DECLARE)
#undef SPILLWAY_DECLARE

}  // namespace spillway
