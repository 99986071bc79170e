// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "base/units.h"

namespace spillway {

/// The time that bytes take at a fixed rate, as an exact fraction of picoseconds. So the rounding
/// errors of many bursts do not add up.
class ByteRate {
 public:
  /// `bytes_per_second` must be above 0.
  explicit ByteRate(std::int64_t bytes_per_second) {
    constexpr std::int64_t ps_per_second = 1'000'000'000'000;
    const std::int64_t common = std::gcd(ps_per_second, bytes_per_second);
    numerator_ = ps_per_second / common;
    denominator_ = bytes_per_second / common;
    most_bytes_ = most / numerator_;
  }

  /// Returns the rate in whole bytes per second, at least 1.
  static std::int64_t per_second(double bytes_per_cycle, Kilohertz clock) {
    constexpr double hertz_per_khz = 1000;
    // In bytes per second; far above the rate of any memory, and below what 64 bits hold.
    constexpr double highest_rate = 1e17;
    return std::llround(std::clamp(bytes_per_cycle * static_cast<double>(clock) * hertz_per_khz,
                                   1.0, highest_rate));
  }

  /// An exact point in time: a whole number of picoseconds, rounded up, and the fraction by which
  /// it was rounded up.
  struct Point {
    Picoseconds rounded_up = 0;
    // The distance from the exact point in time to rounded_up, in units of 1 / denominator; less
    // than one picosecond.
    std::int64_t before = 0;

    Picoseconds rounded_down() const { return rounded_up - (before > 0 ? 1 : 0); }
  };

  /// Returns the time at which `bytes` that begin to move at `start` have moved. A time that does
  /// not fit into 64 bits is replaced by a time that is far longer than any run.
  Point after(const Point& start, Bytes bytes) const {
    if (bytes > most_bytes_) return {start.rounded_up + most, 0};
    return sum(start, time_of(bytes));
  }

 private:
  static constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;

  Point sum(const Point& a, const Point& b) const {
    const Point sum{a.rounded_up + b.rounded_up, a.before + b.before};
    if (sum.before < denominator_) return sum;
    return {sum.rounded_up - 1, sum.before - denominator_};
  }

  Point time_of(Bytes bytes) const {
    const std::int64_t whole = bytes * numerator_ / denominator_;
    const std::int64_t part = bytes * numerator_ % denominator_;
    return part > 0 ? Point{whole + 1, denominator_ - part} : Point{whole, 0};
  }

  std::int64_t numerator_ = 1;  // numerator_ / denominator_ = picoseconds per byte
  std::int64_t denominator_ = 1;
  Bytes most_bytes_ = 0;
};

}  // namespace spillway
