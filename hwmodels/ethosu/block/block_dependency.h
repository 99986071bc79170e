// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/ethosu/block/operation.h"

namespace spillway::ethosu {

/// How block_dependency() decides whether the output of one block and the input of another block
/// share data.
/// * by_coordinates: by their coordinates in the map.
/// * as_compiled: as Arm's compiler. On U55 and U65, if the OFM of the first operation and the
///   input of the second operation are not the same map (same address, extents, layout and
///   strides), the compiler compares the address ranges of rows. More blocks then count as sharing
///   data than with by_coordinates. On U85, the compiler compares coordinates.
enum class DependencyRule : std::uint8_t { by_coordinates, as_compiled };

/// Returns the value of the register BLOCKDEP for `op`: how many blocks of the previous operation
/// `before` may be unfinished while the first blocks of `op` start, so that no block of `op` reads
/// bytes that are still to be written. The value is from 0 to Config::max_block_dependency;
/// operations that share no data get the largest value. If `op` reads the whole result of `before`,
/// both values of `rule` give the number that Arm's compiler writes, except where the compiler's
/// mistake about padding (see dependency() in block_dependency.cpp) changes the number. The method
/// was found by comparison with the compiler's command streams.
std::int32_t block_dependency(const Config& config, const Operation& before, const Operation& op,
                              DependencyRule rule = DependencyRule::by_coordinates);

}  // namespace spillway::ethosu
