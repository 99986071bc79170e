// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"

namespace spillway {

/// Which of `memories` memories a program ever asks for anything.
std::vector<bool> used_memories(const Program& program, std::size_t memories);

}  // namespace spillway
