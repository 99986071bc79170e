// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

namespace spillway::sim {

/// Exponentially distributed numbers with mean 2^32. Von Neumann's method only compares uniform
/// integers. So the sequence is the same on every machine, unlike a sequence that depends on the
/// rounding of logarithms.
class Exponential {
 public:
  explicit Exponential(std::uint64_t seed) : random_(seed) {}

  std::uint64_t next() {
    for (std::uint64_t whole = 0;; ++whole) {
      const std::uint32_t first = uniform();
      std::uint32_t smallest = first;
      // Von Neumann's method: the length of a sequence of falling numbers decides whether to accept
      // `first`.
      bool odd = true;
      for (std::uint32_t value = uniform(); value <= smallest; value = uniform()) {
        smallest = value;
        odd = !odd;
      }
      if (odd) return (whole << 32) | first;
    }
  }

  std::uint32_t uniform() { return static_cast<std::uint32_t>(random_() >> 32); }

 private:
  std::mt19937_64 random_;
};

}  // namespace spillway::sim
