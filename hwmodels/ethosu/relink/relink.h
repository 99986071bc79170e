// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/target/relinking.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns the model error of a product (U55, U65 or U85) in per cent: the largest difference
/// between the simulated time of a whole network and the time on Arm's FVP. The errors come from
/// docs/validation.md.
double model_error_percent(const Config& config);

/// Returns the buffers of `compiled` that can be moved, and the memories of `target` in which these
/// buffers lie. Throws UserError(input_file) if the command streams or the memory plan of
/// `compiled` are not valid.
MovableBuffers movable_buffers(const Network& compiled, const Target& target);

/// Returns the .tflite file of `compiled` with its buffers at new places. `homes` has one place per
/// buffer of movable_buffers(), in the same order. Only command streams, arena sizes and tensor
/// offsets change.
///
/// Throws std::logic_error if a place is not a multiple of 16 bytes, or if it lies in the fast
/// arena for a buffer that host or application use. Throws UserError(input_file) if `compiled` was
/// not read from a .tflite file.
std::vector<std::uint8_t> relink(const Network& compiled, const std::vector<BufferHome>& homes);

}  // namespace spillway::ethosu
