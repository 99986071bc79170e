// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spillway::ethosu {

/// The largest magnitude, after subtraction of the zero point, of a weight in a stream.
constexpr std::int32_t largest_weight = 255;

/// Weights in the order of a stream, minus their zero points.
using WeightSequence = std::vector<std::int16_t>;

/// The weights of an operation, minus their zero points, in the form in which the NPU applies them:
/// * If the lowering folded columns of the IFM into its channels to reduce the stride, the weights
///   are folded, too.
/// * If the NPU does not support the dilation, zeros between the taps replace the dilation.
/// * The kernel of a transposed convolution is rotated by 180 degrees.
struct WeightValues {
  std::int32_t height = 1;
  std::int32_t width = 1;
  std::int32_t inputs = 1;  // input channels; 1 in depthwise convolutions
  std::int32_t outputs = 1;
  WeightSequence values;  // order: output, row, column, input

  const std::int16_t* of_output(std::int32_t output) const {
    return values.data() + static_cast<std::size_t>(output) * static_cast<std::size_t>(height) *
                               static_cast<std::size_t>(width) * static_cast<std::size_t>(inputs);
  }
};

}  // namespace spillway::ethosu
