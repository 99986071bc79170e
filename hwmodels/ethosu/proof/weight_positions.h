// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/ethosu/block/weight_format.h"

namespace spillway::ethosu::proof {

/// The weights of a kernel, by output channel, row, column and input channel.
struct KernelWeights {
  std::int32_t outputs = 0;
  std::int32_t taps = 0;    // rows times columns
  std::int32_t inputs = 0;  // input channels; 1 in depthwise convolutions
  std::vector<std::int16_t> values;

  /// Returns a pointer to the first of the taps * inputs weights of one output channel.
  const std::int16_t* of_output(std::int32_t output) const {
    return values.data() + static_cast<std::int64_t>(output) * taps * inputs;
  }
};

/// Puts the decoded weights of `op` into their places in the kernel, and returns the kernel.
/// `streams` has one sequence of weights per core or decoder. In the fast format (every weight in
/// the same number of bits), there can be a single sequence that holds groups of weights for each
/// decoder in turn. Sequences of the fast format end with padding. Sparse weights have another
/// order than dense weights.
///
/// Returns nullopt if a sequence is shorter than the weights, if a sequence is longer than the
/// weights and their padding, if a weight occurs twice with different values, or if a filling
/// weight, which has no place in the kernel, is not zero. Source: reorder() in mlw_encode.c of Vela
/// 3.10; for U85, ethos_u85_weight_encoder.cpp of Vela 5.0.
std::optional<KernelWeights> placed_weights(const Config& config, const Operation& op,
                                            const std::vector<std::vector<std::int16_t>>& streams,
                                            WeightFormat format);

}  // namespace spillway::ethosu::proof
