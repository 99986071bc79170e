// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/ethosu/block/operation.h"

namespace spillway::ethosu {

/// How two parts of a map are compared. by_coordinates: by their coordinates in the map.
/// as_compiled: as Arm's compiler does. On U55 and U65 it compares the addresses of rows, so it
/// finds more parts that share bytes.
enum class DependencyRule : std::uint8_t { by_coordinates, as_compiled };

/// How many blocks of `before` may be unfinished while the first blocks of `op`, the operation
/// behind it, start, so that none of them reads what is still to be written (register BLOCKDEP); at
/// most what the configuration has, which operations get that share no data. Where `op` reads the
/// whole result of `before`, both rules are those of Arm's compiler, found by comparing with its
/// command streams.
std::int32_t block_dependency(const Config& config, const Operation& before, const Operation& op,
                              DependencyRule rule = DependencyRule::by_coordinates);

}  // namespace spillway::ethosu
