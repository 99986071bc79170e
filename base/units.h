// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spillway {

using Bytes = std::int64_t;
/// A number of cycles. The name or the comment of a variable says to which clock the cycles belong.
using Cycles = std::int64_t;
/// A duration, or the simulated time since the start of the run, in picoseconds.
using Picoseconds = std::int64_t;
using Address = std::uint64_t;
using Kilohertz = std::int64_t;

/// Converts between cycles of a clock and time. The period of a clock, for example of 600 MHz, is
/// not always a whole number of picoseconds. Multiples of a rounded period would add up its
/// rounding error, so each conversion uses the exact rate of the clock and rounds only its result.
struct ClockDomain {
  Kilohertz khz = 1'000'000;

  /// Returns the time at which cycle number `cycles` begins, rounded down to picoseconds. Does not
  /// overflow if the result fits into 64 bits.
  Picoseconds to_time(Cycles cycles) const {
    constexpr std::int64_t ps_per_ms = 1'000'000'000;
    return cycles / khz * ps_per_ms + cycles % khz * ps_per_ms / khz;
  }

  /// Returns the number of the first cycle that begins at or after `time`.
  Cycles to_cycles(Picoseconds time) const {
    constexpr std::int64_t ps_per_ms = 1'000'000'000;
    const Cycles whole = time / ps_per_ms * khz;
    const Cycles part = (time % ps_per_ms) * khz / ps_per_ms;
    const Cycles below = whole + part;
    return to_time(below) < time ? below + 1 : below;
  }
};

/// Gives the same results as ClockDomain, but faster. If the period of the clock is a whole number
/// of picoseconds, which is the usual case, a conversion takes one multiplication or division.
class FastClock {
 public:
  explicit FastClock(ClockDomain clock) : clock_(clock), period_(whole_period(clock)) {}

  Picoseconds to_time(Cycles cycles) const {
    return period_ > 0 ? cycles * period_ : clock_.to_time(cycles);
  }
  Cycles to_cycles(Picoseconds time) const {
    return period_ > 0 ? (time + period_ - 1) / period_ : clock_.to_cycles(time);
  }
  /// Returns the period of the clock; 0 if the period is not a whole number of picoseconds.
  Picoseconds period() const { return period_; }

 private:
  static Picoseconds whole_period(ClockDomain clock) {
    constexpr std::int64_t ps_per_ms = 1'000'000'000;
    return clock.khz > 0 && ps_per_ms % clock.khz == 0 ? ps_per_ms / clock.khz : 0;
  }

  ClockDomain clock_;
  Picoseconds period_;
};

}  // namespace spillway
