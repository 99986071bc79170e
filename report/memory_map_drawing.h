// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "report/drawing.h"
#include "report/memory_map.h"

namespace spillway {

/// Addresses over time: one rectangle per block, a line at the capacity. Several maps have the same
/// scale with the highest of their peaks as `least_peak`.
Drawing memory_map_drawing(const MemoryMap& map, MemoryIndex memory, Bytes least_peak = 0);

/// The legend of blocks, by kind.
std::vector<LegendEntry> kinds_of_blocks(const std::vector<MapBlock>& blocks);

/// The bytes that are live during each step, against the capacity.
Drawing live_bytes_drawing(const MemorySpace& space, const std::vector<Bytes>& live,
                           Bytes least_peak = 0);

}  // namespace spillway
