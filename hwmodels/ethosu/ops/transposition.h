// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hwmodels/ethosu/ops/npu_ops.h"

namespace spillway::ethosu {

/// Transposing a tensor of shape `shape` by `permutation` can be the same as exchanging the rows
/// and columns of a feature map. Returns the shape of this map; nullopt if no such map exists. Such
/// a map exists for these permutations (four dimensions must begin with a batch of 1):
/// * the exchange of the two dimensions of a matrix;
/// * the permutation from HxWxC to WxHxC;
/// * the exchange of channels with rows (if the width is 1) or with columns (if the height is 1).
std::optional<BlockShape> transposed_shape(const std::vector<std::int32_t>& shape,
                                           const std::vector<std::int32_t>& permutation);

}  // namespace spillway::ethosu
