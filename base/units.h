// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spillway {

using Bytes = std::int64_t;
using Cycles = std::int64_t;       // of the clock named beside it
using Picoseconds = std::int64_t;  // simulated time since the start of the run
using Address = std::uint64_t;
using Kilohertz = std::int64_t;

/// Converts between a clock's cycles and time. The period of a 600 MHz clock is no whole number of
/// picoseconds, so cycles are counted as integers and converted once, never period by period.
struct ClockDomain {
  Kilohertz khz = 1'000'000;

  /// Time at which cycle `cycles` begins, rounded down to a picosecond. Exact below 10^15 cycles.
  Picoseconds to_time(Cycles cycles) const {
    constexpr std::int64_t ps_per_ms = 1'000'000'000;
    return cycles / khz * ps_per_ms + cycles % khz * ps_per_ms / khz;
  }

  /// First cycle that begins at or after `time`.
  Cycles to_cycles(Picoseconds time) const {
    constexpr std::int64_t ps_per_ms = 1'000'000'000;
    const Cycles whole = time / ps_per_ms * khz;
    const Cycles part = (time % ps_per_ms) * khz / ps_per_ms;
    const Cycles below = whole + part;
    return to_time(below) < time ? below + 1 : below;
  }
};

/// A ClockDomain for hot loops: where the period is a whole number of picoseconds, as it mostly is,
/// conversions take one multiplication or division. Same results as ClockDomain.
class FastClock {
 public:
  explicit FastClock(ClockDomain clock) : clock_(clock), period_(whole_period(clock)) {}

  Picoseconds to_time(Cycles cycles) const {
    return period_ > 0 ? cycles * period_ : clock_.to_time(cycles);
  }
  Cycles to_cycles(Picoseconds time) const {
    return period_ > 0 ? (time + period_ - 1) / period_ : clock_.to_cycles(time);
  }
  /// Of a cycle; 0 where that is no whole number of picoseconds.
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
