// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spillway {

/// A cache of a few lines between the processor's port and a memory.
struct CacheParameters {
  std::int32_t lines = 0;
  std::int32_t line_bytes = 0;  // a power of two
  std::int32_t ways = 0;        // 0 = fully associative
  enum class Replacement : std::uint8_t { lru, pseudo_lru } replacement = Replacement::lru;
  bool write_validate = false;  // a write miss allocates its line without reading it from memory
};

}  // namespace spillway
