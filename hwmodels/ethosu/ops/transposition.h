// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hwmodels/ethosu/ops/npu_ops.h"

namespace spillway::ethosu {

/// Transposing a tensor of shape `shape` by `permutation` can be the same as exchanging the rows
/// and columns of a feature map. Returns the shape of this map. Such a map exists for the exchange
/// of the two dimensions of a matrix, for a permutation from HxWxC to WxHxC, and for the exchange
/// of channels with rows or columns if the third extent is 1; four dimensions begin with a batch
/// of 1. Returns nothing for any other permutation or shape.
std::optional<BlockShape> transposed_shape(const std::vector<std::int32_t>& shape,
                                           const std::vector<std::int32_t>& permutation);

}  // namespace spillway::ethosu
