// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/ethosu/block/operation.h"

namespace spillway::ethosu {

/// How two parts of a map are compared. by_coordinates compares their coordinates in the map.
/// as_compiled does what Arm's compiler does: on U55 and U65 it compares the addresses of rows, so
/// it finds more parts that share bytes.
enum class DependencyRule : std::uint8_t { by_coordinates, as_compiled };

/// The register BLOCKDEP of `op`: how many blocks of `before`, the previous operation, may be
/// unfinished while the first blocks of `op` start, so that no block of `op` reads bytes that are
/// still to be written. Operations that share no data get the largest number of the configuration.
/// If `op` reads the whole result of `before`, both rules are those of Arm's compiler; they were
/// found by comparing with its command streams.
std::int32_t block_dependency(const Config& config, const Operation& before, const Operation& op,
                              DependencyRule rule = DependencyRule::by_coordinates);

}  // namespace spillway::ethosu
