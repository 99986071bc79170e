// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan.h"

namespace spillway {

// Memory indices of the policies that use only one fast and one slow memory.
constexpr MemoryIndex fast_memory = 0;
constexpr MemoryIndex slow_memory = 1;

}  // namespace spillway
