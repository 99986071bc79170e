// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"

namespace spillway {

/// Returns, for each of `memories` memories, whether the program ever accesses the memory.
std::vector<bool> used_memories(const Program& program, std::size_t memories);

}  // namespace spillway
