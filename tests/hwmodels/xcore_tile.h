// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target.h"
#include "planner/plan.h"

namespace spillway::test {

constexpr std::uint8_t tile_sram = 0, tile_extram = 1, tile_flash = 2;

/// An xcore.ai tile with memories of any size: what lowering and scheduling need to know.
inline Target xcore_tile() {
  Target target;
  target.name = "tile";
  target.clock_khz = 600'000;
  target.processor = XcoreParameters{};
  for (const char* name : {"sram", "extram", "flash"}) {
    MemorySpec memory;
    memory.name = name;
    memory.capacity = unlimited;
    target.memories.push_back(memory);
  }
  return target;
}

}  // namespace spillway::test
