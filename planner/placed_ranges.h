// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/validate.h"

namespace spillway {

/// Bytes taken in a memory for some steps, as the validator sees tensors and buffers alike.
struct PlacedRange {
  std::string name;
  MemoryIndex memory = no_memory;
  Bytes offset = 0;
  Bytes size = 0;
  Bytes alignment = 1;
  TimeStep lower = 0;
  TimeStep upper = 0;
  std::size_t sharing = 0;  // ranges with the same value share bytes on purpose
};

/// Appends what is out of bounds, misaligned or overlapping.
void check_ranges(const std::vector<PlacedRange>& ranges, const std::vector<MemorySpace>& memories,
                  std::vector<Violation>& violations);

}  // namespace spillway
