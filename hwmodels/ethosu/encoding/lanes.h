// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace spillway::ethosu {

/// A vector of eight 16-bit numbers. GCC and clang provide arithmetic and comparisons of such
/// vectors on every machine.
using Lanes = std::int16_t __attribute__((vector_size(16)));
constexpr std::size_t lanes_in_vector = 8;

/// Returns a vector with `value` in every lane.
inline Lanes all_lanes(std::int16_t value) {
  return Lanes{value, value, value, value, value, value, value, value};
}

inline Lanes least_lanes(Lanes a, Lanes b) { return a < b ? a : b; }

/// Returns a vector that has the least number of all lanes in every lane.
inline Lanes least_of_lanes(Lanes lanes) {
  lanes = least_lanes(lanes, __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7, 0, 1, 2, 3));
  lanes = least_lanes(lanes, __builtin_shufflevector(lanes, lanes, 2, 3, 0, 1, 6, 7, 4, 5));
  return least_lanes(lanes, __builtin_shufflevector(lanes, lanes, 1, 0, 3, 2, 5, 4, 7, 6));
}

/// Returns a mask. Bits 0 to 7 say which lanes of `low` are set, bits 8 to 15 which lanes of
/// `high`. Lanes must be -1 (set) or 0, as in the result of a comparison.
inline std::uint16_t lane_bits(Lanes low, Lanes high) {
#if defined(__SSE2__)
  __m128i words[2];
  std::memcpy(&words[0], &low, sizeof low);
  std::memcpy(&words[1], &high, sizeof high);
  return static_cast<std::uint16_t>(_mm_movemask_epi8(_mm_packs_epi16(words[0], words[1])));
#else
  std::uint32_t bits = 0;
  for (std::size_t k = 0; k < lanes_in_vector; ++k) {
    bits |= (low[k] != 0 ? 1U : 0U) << k;
    bits |= (high[k] != 0 ? 1U : 0U) << (k + lanes_in_vector);
  }
  return static_cast<std::uint16_t>(bits);
#endif
}

}  // namespace spillway::ethosu
