// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hwmodels/ethosu/ops/npu_ops.h"

namespace spillway::ethosu {

/// The map whose rows and columns are exchanged when a tensor of `shape` is transposed by
/// `permutation`. Such a map exists for a matrix, for HxWxC to WxHxC, and for images in which one
/// extent is 1. Returns nothing for any other permutation.
std::optional<BlockShape> transposed_shape(const std::vector<std::int32_t>& shape,
                                           const std::vector<std::int32_t>& permutation);

}  // namespace spillway::ethosu
