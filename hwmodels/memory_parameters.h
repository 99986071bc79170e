// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <variant>

#include "base/units.h"

namespace spillway {

/// Zero latency, unlimited bandwidth.
struct IdealParameters {};

/// gem5's SimpleMemory class of model: so many bytes per cycle, first data after a fixed latency.
/// MRAM has a write rate of its own.
struct LatencyBandwidthParameters {
  Kilohertz clock_khz = 0;
  double bytes_per_cycle = 0;
  Cycles read_latency = 0;
  Cycles write_latency = 0;
  double write_bytes_per_cycle = 0;  // 0 = as bytes_per_cycle
  std::int32_t max_reads = 0;        // bursts in flight; 0 = no limit
  std::int32_t max_writes = 0;
  std::int32_t burst_bytes = 1;  // vela.ini's burst length; estimates use it, the timing does not
};

/// Arm's timing adapter, its own names. A word is one AXI beat. 0 = no limit for MAXR, MAXW, MAXRW
/// and BWCAP.
struct TimingAdapterParameters {
  Kilohertz clock_khz = 0;
  std::int32_t word_bytes = 8;
  std::int32_t maxr = 0, maxw = 0, maxrw = 0;
  Cycles rlatency = 0, wlatency = 0;
  Cycles pulse_on = 0, pulse_off = 0;
  std::int32_t bwcap = 0;
  std::int32_t mode = 0;
};

/// One alternative per memory model; each new one adds its struct here, in a header of its own
/// when it is large.
using MemoryParameters =
    std::variant<IdealParameters, LatencyBandwidthParameters, TimingAdapterParameters>;

}  // namespace spillway
