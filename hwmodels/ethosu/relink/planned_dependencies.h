// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hwmodels/ethosu/block/block_dependency.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {

/// Returns the block dependency of every kernel of `emitted`; 0 for its other commands. `planned`
/// has an entry for each command: the kernel as planned, or nothing if the kernel is to be used as
/// decoded. A planned kernel can count more rows of its input than the registers say. A kernel gets
/// the largest dependency that `rule` allows, or a larger one that `original` gives to the same two
/// kernels.
std::vector<std::int32_t> planned_dependencies(const Config& config, const DecodedStream& original,
                                               const DecodedStream& emitted,
                                               const std::vector<std::optional<Operation>>& planned,
                                               DependencyRule rule);

}  // namespace spillway::ethosu
