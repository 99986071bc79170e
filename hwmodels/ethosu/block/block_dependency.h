// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/ethosu/block/operation.h"

namespace spillway::ethosu {

/// How two parts of a map are compared. by_coordinates compares their coordinates in the map.
/// as_compiled does what Arm's compiler does: on U55 and U65 the compiler compares the addresses of
/// rows and finds more parts that share bytes.
enum class DependencyRule : std::uint8_t { by_coordinates, as_compiled };

/// Returns the register BLOCKDEP of `op`: how many blocks of the previous operation `before` may be
/// unfinished while the first blocks of `op` start, so that no block of `op` reads bytes that are
/// still to be written. Operations that share no data get the largest number of the configuration.
/// If `op` reads the whole result of `before`, both rules give the number of Arm's compiler. The
/// rules were found by comparison with the compiler's command streams.
std::int32_t block_dependency(const Config& config, const Operation& before, const Operation& op,
                              DependencyRule rule = DependencyRule::by_coordinates);

}  // namespace spillway::ethosu
