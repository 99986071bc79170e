// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/units.h"

namespace spillway {

/// Time that bytes take at a fixed rate, as an exact fraction of picoseconds: a stream of bursts
/// drifts by nothing, however many there are.
class ByteRate {
 public:
  /// `bytes_per_second` above 0.
  explicit ByteRate(std::int64_t bytes_per_second) {
    constexpr std::int64_t ps_per_second = 1'000'000'000'000;
    const std::int64_t common = std::gcd(ps_per_second, bytes_per_second);
    numerator_ = ps_per_second / common;
    denominator_ = bytes_per_second / common;
  }

  /// Whole bytes per second, 1 at least.
  static std::int64_t per_second(double bytes_per_cycle, Kilohertz clock) {
    constexpr double hertz_per_khz = 1000;
    constexpr double most = 1e17;  // bytes; far above any memory, and below what 64 bits hold
    return std::llround(
        std::clamp(bytes_per_cycle * static_cast<double>(clock) * hertz_per_khz, 1.0, most));
  }

  /// A point in time between two picoseconds.
  struct Point {
    Picoseconds whole = 0;
    std::int64_t part = 0;  // in units of 1 / denominator

    Picoseconds rounded_up() const { return whole + (part > 0 ? 1 : 0); }
  };

  /// A time that 64 bits do not hold is cut off, far beyond what a run may last.
  Point after(const Point& start, Bytes bytes) const {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
    if (bytes > most / numerator_) return {start.whole + most, 0};
    const std::int64_t sum = bytes * numerator_ + start.part;
    return {start.whole + sum / denominator_, sum % denominator_};
  }

 private:
  std::int64_t numerator_ = 1;  // picoseconds per byte
  std::int64_t denominator_ = 1;
};

}  // namespace spillway
