// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spillway {

/// Whether `value` is 0 or a power of two (1, 2, 4 ...). `value` must not be negative.
constexpr bool is_power_of_two(std::int64_t value) { return (value & (value - 1)) == 0; }

/// Returns the exponent of the largest power of two that is at most `value`. `value` must be at
/// least 1.
constexpr int floor_log2(std::int64_t value) {
  return 63 - __builtin_clzll(static_cast<unsigned long long>(value));
}

/// Returns the exponent of a power of two: log2_of(8) is 3.
constexpr int log2_of(std::int64_t power_of_two) {
  int exponent = 0;
  while ((power_of_two >> exponent) > 1) ++exponent;
  return exponent;
}

}  // namespace spillway
