// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan.h"

namespace spillway {

// The memories of policies that know a fast one and a slow one, in the order of a problem.
constexpr MemoryIndex fast_memory = 0;
constexpr MemoryIndex slow_memory = 1;

}  // namespace spillway
