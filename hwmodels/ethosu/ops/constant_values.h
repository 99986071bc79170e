// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "traces/network.h"

namespace spillway::ethosu {

/// The values of an int32 or int64 constant; int64 values are cut to 32 bits. Empty if the contents
/// are not known.
std::vector<std::int32_t> constant_values(const Tensor& tensor);

/// The smallest and largest real value of a constant of 8 or 16 bits. `known` is false if the
/// network does not contain the constant's values.
struct SlopeRange {
  bool known = false;
  double least = 0;
  double most = 0;
};

SlopeRange slope_range(const Tensor& tensor);

}  // namespace spillway::ethosu
