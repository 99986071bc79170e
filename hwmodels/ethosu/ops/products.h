// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/ethosu/block/config.h"

namespace spillway::ethosu {

/// Returns the height and width (depth 1) in which Vela arranges the input vectors of a
/// fully-connected operation, one pixel per batch. 4, 8 and 16 batches become a rectangle, so that
/// weights are read less often. Any other number of batches becomes one row.
inline BlockShape batch_extents(std::int32_t batches) {
  switch (batches) {
    case 4:
      return {2, 2, 1};
    case 8:
      return {2, 4, 1};
    case 16:
      return {4, 4, 1};
    default:
      return {1, batches, 1};
  }
}

}  // namespace spillway::ethosu
