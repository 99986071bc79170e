// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hwmodels/ethosu/block/block_dependency.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {

/// The block dependency of every command of `emitted` that is a kernel, and 0 for the others.
/// `planned` has, for each command, the kernel as it was planned, which may count more rows of its
/// input than the registers say; none = as decoded. A kernel gets what `rule` allows, or more if
/// `original` allows the same two kernels more.
std::vector<std::int32_t> planned_dependencies(const Config& config, const DecodedStream& original,
                                               const DecodedStream& emitted,
                                               const std::vector<std::optional<Operation>>& planned,
                                               DependencyRule rule);

}  // namespace spillway::ethosu
