// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "report/memory_map.h"
#include "report/pages/drawing.h"

namespace spillway {

/// Draws the map of one memory, addresses over time: a rectangle per block, and a line at the
/// capacity. Several maps have the same scale if `least_peak` is their highest peak, in bytes.
Drawing memory_map_drawing(const MemoryMap& map, MemoryIndex memory, Bytes least_peak = 0);

/// Returns a legend entry for every kind of block among `blocks`.
std::vector<LegendEntry> kinds_of_blocks(const std::vector<MapBlock>& blocks);

/// Draws the number of bytes that are live in each step, and a line at the capacity. Several
/// drawings have the same scale if `least_peak` is their highest peak, in bytes.
Drawing live_bytes_drawing(const MemorySpace& space, const std::vector<Bytes>& live,
                           Bytes least_peak = 0);

}  // namespace spillway
