// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/latency_bandwidth.h"

#include <algorithm>

namespace spillway {
namespace {

std::int64_t write_rate(const LatencyBandwidthParameters& p) {
  const double bytes = p.write_bytes_per_cycle > 0 ? p.write_bytes_per_cycle : p.bytes_per_cycle;
  return ByteRate::per_second(bytes, p.clock_khz);
}

}  // namespace

LatencyBandwidthMemory::LatencyBandwidthMemory(const LatencyBandwidthParameters& p)
    : limits_{p.max_reads, p.max_writes, 0},
      peak_(std::max(ByteRate::per_second(p.bytes_per_cycle, p.clock_khz), write_rate(p))),
      rates_{ByteRate(ByteRate::per_second(p.bytes_per_cycle, p.clock_khz)),
             ByteRate(write_rate(p))},
      latencies_{ClockDomain{p.clock_khz}.to_time(p.read_latency),
                 ClockDomain{p.clock_khz}.to_time(p.write_latency)},
      same_rate_(p.write_bytes_per_cycle == 0),
      in_flight_(limits_) {}

void LatencyBandwidthMemory::reset() {
  reset_order();
  free_ = {};
  last_write_ = false;
  in_flight_.reset();
}

Completion LatencyBandwidthMemory::serve(const Burst& burst) {
  const Picoseconds begin = std::max(burst.arrival, in_flight_.earliest(burst.write));
  const Completion completion = move(burst, begin);
  in_flight_.add(burst.write, completion.done);
  ready_ = std::max(free_.rounded_down(), in_flight_.earliest());
  return completion;
}

}  // namespace spillway
