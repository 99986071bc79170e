// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/target/target.h"

namespace spillway::test {

/// Returns the names of a target's memories in the order of the target.
inline std::vector<std::string> memory_names(const Target& target) {
  std::vector<std::string> names;
  for (const MemorySpec& memory : target.memories) names.push_back(memory.name);
  return names;
}

}  // namespace spillway::test
