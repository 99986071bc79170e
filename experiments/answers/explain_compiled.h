// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/answers/explain.h"

namespace spillway {

/// For every operand of operator `op` of a compiled network that is not in memory `fast`, runs the
/// network with the operand's addresses moved there. The data that the DMA fetches for the operator
/// count as an operand.
std::vector<Alternative> compiled_alternatives(const PointResult& result, std::size_t op,
                                               MemoryIndex fast);

}  // namespace spillway
