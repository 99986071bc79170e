// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/target/relinking.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns the file with the blocks of kernel i divided as `divisions[i]` says. The kernels of all
/// command streams are numbered one after the other; operations that pass maps to each other inside
/// the processor are one kernel and have the same blocks. Blocks stay multiples of the microblock
/// and keep their depth, so the order of the weights and the layout of the internal buffer do not
/// change. Resizing kernels, and those that leave their results in accumulators, keep their blocks.
/// Throws UserError(input_file) for a bad command stream.
std::vector<std::uint8_t> with_smaller_blocks(const Network& compiled,
                                              const std::vector<BlockDivision>& divisions);

}  // namespace spillway::ethosu
