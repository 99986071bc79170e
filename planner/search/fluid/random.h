// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spillway::search {

/// The random number generator SplitMix64 (Steele, Lea, Flood 2014). It is small, fast and gives
/// the same numbers on every machine; the distributions of the standard library do not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }
  /// Returns a number in [0, count); count > 0 and below 2^32.
  std::size_t below(std::size_t count) {
    return static_cast<std::size_t>(((next() >> 32U) * count) >> 32U);
  }
  /// Returns a number in [0, 1).
  double unit() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }

 private:
  std::uint64_t state_;
};

}  // namespace spillway::search
