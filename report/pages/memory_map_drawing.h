// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "report/memory_map.h"
#include "report/pages/drawing.h"

namespace spillway {

/// Draws addresses over time: one rectangle per block, and a line at the capacity. Pass the highest
/// peak of several maps as `least_peak` to draw all of them to the same scale.
Drawing memory_map_drawing(const MemoryMap& map, MemoryIndex memory, Bytes least_peak = 0);

/// A legend entry for every kind of block that occurs.
std::vector<LegendEntry> kinds_of_blocks(const std::vector<MapBlock>& blocks);

/// Draws the bytes that are live during each step, and the capacity as a line.
Drawing live_bytes_drawing(const MemorySpace& space, const std::vector<Bytes>& live,
                           Bytes least_peak = 0);

}  // namespace spillway
