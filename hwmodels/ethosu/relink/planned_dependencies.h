// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hwmodels/ethosu/block/block_dependency.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {

/// Returns the block dependency of each command of `emitted`. The block dependency is the largest
/// that `rule` allows between a kernel and the kernel before, or a larger one that `original` gives
/// to the same two kernels. It is 0 for chained kernels and for commands that are no kernels.
///
/// `planned` has an entry per command: the kernel as the plan defines it, or nothing if the kernel
/// as decoded from `emitted` is to be used. A planned kernel can count more rows of its input than
/// its registers say.
std::vector<std::int32_t> planned_dependencies(const Config& config, const DecodedStream& original,
                                               const DecodedStream& emitted,
                                               const std::vector<std::optional<Operation>>& planned,
                                               DependencyRule rule);

}  // namespace spillway::ethosu
