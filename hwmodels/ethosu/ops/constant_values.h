// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "traces/network.h"

namespace spillway::ethosu {

/// Values of an int32 or int64 constant, the latter cut to 32 bits; empty when its contents are not
/// known.
std::vector<std::int32_t> constant_values(const Tensor& tensor);

/// Least and largest real value of a constant of 8 or 16 bits; not `known` without its contents.
struct SlopeRange {
  bool known = false;
  double least = 0;
  double most = 0;
};

SlopeRange slope_range(const Tensor& tensor);

}  // namespace spillway::ethosu
