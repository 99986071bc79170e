// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hwmodels/ethosu/ops/npu_ops.h"

namespace spillway::ethosu {

/// The map whose rows and columns change places when a tensor of `shape` is transposed by
/// `permutation`; nothing for a permutation that is no such exchange: WxC, HxWxC to WxHxC, and
/// images of which one dimension is 1.
std::optional<BlockShape> transposed_shape(const std::vector<std::int32_t>& shape,
                                           const std::vector<std::int32_t>& permutation);

}  // namespace spillway::ethosu
