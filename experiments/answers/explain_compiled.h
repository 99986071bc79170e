// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/answers/explain.h"

namespace spillway {

/// Simulates a compiled network once for each operand of operator `op` outside memory `fast`, with
/// the address range of this operand moved to `fast`. Data that the DMA fetches for the operator
/// count as an operand, too.
std::vector<Alternative> compiled_alternatives(const PointResult& result, std::size_t op,
                                               MemoryIndex fast);

}  // namespace spillway
