// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/rounding.h"
#include "base/units.h"

namespace spillway::xcore {

constexpr std::int32_t vector_bytes = 32;   // size of a register of the vector unit
constexpr std::int32_t group_outputs = 16;  // int8 accumulators: outputs are computed 16 at a time

/// Returns the bytes of the weight tensor of a convolution with `outputs` channels and `inputs`
/// weights per output (kernel height x width x channels). If the outputs are a multiple of 16 and
/// the inputs a multiple of 32, the result is outputs x inputs. Otherwise the tensor is longer,
/// because the kernel always reads 16 vectors of 32 weights, also for the last outputs and inputs.
Bytes conv_weight_bytes(std::int64_t outputs, std::int64_t inputs);

/// Returns the bytes of the weight tensor of a depthwise convolution.
Bytes depthwise_weight_bytes(std::int64_t channels, std::int64_t taps);

/// Returns the bytes of the multiplier and bias tensor of the int8 output transform. `channelwise`
/// adds a shift per channel.
Bytes multiplier_bias_bytes(std::int64_t outputs, bool channelwise);

/// Returns the bytes of the multiplier and bias tensor of the int16 output transform.
Bytes multiplier_bias_bytes_i16(std::int64_t outputs);

}  // namespace spillway::xcore
