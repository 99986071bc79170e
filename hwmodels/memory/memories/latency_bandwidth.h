// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "hwmodels/memory/memories/byte_rate.h"
#include "hwmodels/memory/memories/in_flight.h"
#include "hwmodels/memory/memories/in_order.h"
#include "hwmodels/memory/memory_parameters.h"

namespace spillway {

/// A server with a fixed rate, followed by a fixed latency. If all bursts of a stream of n bytes
/// arrive at the same time, the stream is done after exactly latency + n / rate, rounded up to a
/// picosecond. Reads and writes share the server. The data of a write move without latency; the
/// response follows after the write latency. If reads and writes have different rates, times are
/// rounded up to a picosecond at every change of direction.
class LatencyBandwidthMemory final : public InOrderMemory {
 public:
  explicit LatencyBandwidthMemory(const LatencyBandwidthParameters& parameters);

  void reset() override;
  std::unique_ptr<MemoryTiming> clone() const override {
    return std::make_unique<LatencyBandwidthMemory>(*this);
  }
  OutstandingLimits outstanding() const override { return limits_; }
  std::int64_t peak_bytes_per_second() const override { return peak_; }

  Picoseconds read_latency() const { return latencies_[0]; }

  /// Serves a burst without a check of the limits of outstanding(), for callers that enforce these
  /// limits themselves. The function does not update the memory's own limits, so a caller that uses
  /// this function must use it for all bursts of a run.
  Completion serve_within_limits(const Burst& burst) { return move(burst, burst.arrival); }

 protected:
  Completion serve(const Burst& burst) override;

 private:
  [[gnu::always_inline]] Completion move(const Burst& burst, Picoseconds begin);

  OutstandingLimits limits_;
  std::int64_t peak_;
  std::array<ByteRate, 2> rates_;  // of reads and of writes
  std::array<Picoseconds, 2> latencies_;
  ByteRate::Point free_;  // the time from which the server is free
  bool same_rate_;
  bool last_write_ = false;
  InFlight in_flight_;
};

/// Serves a burst, at `begin` or as soon as the server is free.
inline Completion LatencyBandwidthMemory::move(const Burst& burst, Picoseconds begin) {
  if (!same_rate_ && burst.write != std::exchange(last_write_, burst.write)) free_.before = 0;
  const std::size_t way = burst.write ? 1 : 0;
  const ByteRate::Point start = begin >= free_.rounded_up ? ByteRate::Point{begin, 0} : free_;
  free_ = rates_[way].after(start, burst.bytes);
  Completion completion;
  completion.first_data = start.rounded_up + (burst.write ? 0 : read_latency());
  completion.done = free_.rounded_up + latencies_[way];
  return completion;
}

}  // namespace spillway
