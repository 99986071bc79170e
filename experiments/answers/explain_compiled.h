// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/answers/explain.h"

namespace spillway {

/// For a compiled network: simulates it once for each operand of operator `op` outside memory
/// `fast`, with the operand's addresses moved to `fast`. Data that the DMA fetches for the operator
/// count as an operand, too.
std::vector<Alternative> compiled_alternatives(const PointResult& result, std::size_t op,
                                               MemoryIndex fast);

}  // namespace spillway
