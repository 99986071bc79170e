// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/target/relinking.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns the .tflite file of `compiled` with the blocks of kernel i divided by `divisions[i]`.
/// - The kernels of all command streams are numbered one after the other.
/// - Operations that pass feature maps to each other inside the processor are one kernel and have
///   the same blocks.
/// - Blocks stay multiples of the microblock and keep their depth, so the order of the weights and
///   the layout of the internal buffer do not change.
/// - Kernels that resize, and kernels that leave their results in accumulators, keep their blocks.
///
/// Throws UserError(input_file) if a command stream is not valid.
std::vector<std::uint8_t> with_smaller_blocks(const Network& compiled,
                                              const std::vector<BlockDivision>& divisions);

}  // namespace spillway::ethosu
