// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/target/relinking.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// What of `compiled` can be placed anew, and in which memories of `target` it lies. Throws
/// UserError(input_file) for a bad command stream or plan.
MovableBuffers movable_buffers(const Network& compiled, const Target& target);

/// The .tflite of `compiled` with its buffers in `homes`, parallel to movable_buffers(): command
/// streams, sizes of the arenas and the offsets of tensors change, everything else stays. Homes
/// that are not those of the runtime's tensors, or at odd addresses, throw std::logic_error; a file
/// that is no .tflite throws UserError(input_file).
std::vector<std::uint8_t> relink(const Network& compiled, const std::vector<BufferHome>& homes);

}  // namespace spillway::ethosu
