// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/target/relinking.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns the largest error of simulated times of whole networks against Arm's FVPs, in per cent,
/// for the product of `config` (docs/validation.md).
double model_error_percent(const Config& config);

/// The buffers of `compiled` that can move, and the memories of `target` in which they lie. Throws
/// UserError(input_file) for a bad command stream or plan.
MovableBuffers movable_buffers(const Network& compiled, const Target& target);

/// Writes the .tflite of `compiled` with its buffers at new places: `homes` has one place per
/// buffer of movable_buffers(). Only command streams, arena sizes and tensor offsets change. Throws
/// std::logic_error if a place is not a multiple of 16 bytes, or if it lies in the fast arena for a
/// buffer that host or application use. Throws UserError(input_file) if `compiled` was not read
/// from a .tflite.
std::vector<std::uint8_t> relink(const Network& compiled, const std::vector<BufferHome>& homes);

}  // namespace spillway::ethosu
