// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/plan.h"

namespace spillway {

/// Returns for each step from 0 to `steps` - 1 the number of bytes of `memory` that planned tensors
/// occupy. Bytes that several tensors share count once.
std::vector<Bytes> live_bytes(const Plan& plan, MemoryIndex memory, TimeStep steps);

}  // namespace spillway
