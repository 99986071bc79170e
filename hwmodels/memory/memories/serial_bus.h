// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"

namespace spillway {

/// Returns the number of clocks, rounded up, in which `lanes` lanes transfer `bytes`. A lane
/// transfers one bit per clock, or two bits if `double_rate`.
inline Cycles data_clocks(Bytes bytes, std::int32_t lanes, bool double_rate) {
  const std::int64_t bits_per_clock = std::int64_t{lanes} * (double_rate ? 2 : 1);
  return (bytes * 8 + bits_per_clock - 1) / bits_per_clock;
}

/// Returns the rate in bytes per second while data move, without commands and latency.
inline std::int64_t data_rate(Kilohertz clock, std::int32_t lanes, bool double_rate) {
  constexpr std::int64_t hertz_per_khz = 1000;
  return clock * hertz_per_khz * lanes * (double_rate ? 2 : 1) / 8;
}

}  // namespace spillway
