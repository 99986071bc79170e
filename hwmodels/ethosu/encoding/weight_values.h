// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spillway::ethosu {

/// The largest magnitude of a weight less its zero point that a stream can hold.
constexpr std::int32_t largest_weight = 255;

/// Weights, less their zero points, in the order of a stream.
using WeightSequence = std::vector<std::int16_t>;

/// Weights, less their zero points, of an operation as the NPU sees it: after strides were folded
/// into the depth, dilation beyond two was spread, and transposed kernels were turned.
struct WeightValues {
  std::int32_t height = 1;
  std::int32_t width = 1;
  std::int32_t inputs = 1;  // 1 for depthwise
  std::int32_t outputs = 1;
  WeightSequence values;  // by output, row, column, input

  const std::int16_t* of_output(std::int32_t output) const {
    return values.data() + static_cast<std::size_t>(output) * static_cast<std::size_t>(height) *
                               static_cast<std::size_t>(width) * static_cast<std::size_t>(inputs);
  }
};

}  // namespace spillway::ethosu
