// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "traces/network.h"

namespace spillway::ethosu {

/// Returns the values of `tensor`, an int32 or int64 constant, in the order of its elements. Only
/// the low 32 bits of int64 values are returned. Returns an empty vector if the network does not
/// contain the values.
std::vector<std::int32_t> constant_values(const Tensor& tensor);

/// The smallest and the largest slope of a PRELU operator, as real (dequantised) numbers.
/// slope_range() reads the slopes from a constant of 8 or 16 bits. `known` is false if the network
/// does not contain the values of this constant.
struct SlopeRange {
  bool known = false;
  double least = 0;
  double most = 0;
};

SlopeRange slope_range(const Tensor& tensor);

}  // namespace spillway::ethosu
