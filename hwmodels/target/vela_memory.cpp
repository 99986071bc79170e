// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hwmodels/memory/make_memory_timing.h"
#include "hwmodels/target/select_target.h"

namespace spillway {
namespace {

/// Returns the latency of a single burst in cycles of `clock`: from its arrival to the first word
/// of a read, or to the response of a write.
Cycles unloaded_latency(MemoryTiming& timing, ClockDomain clock, bool write) {
  timing.reset();
  Burst burst;
  burst.bytes = 1;
  burst.write = write;
  timing.submit(burst);
  const Completion completion = timing.complete_one();
  return clock.to_cycles(write ? completion.done : completion.first_data);
}

VelaMemory same_figures(const LatencyBandwidthParameters& p, ClockDomain clock) {
  const ClockDomain own{p.clock_khz};
  VelaMemory view;
  view.bytes_per_cycle =
      p.bytes_per_cycle * static_cast<double>(p.clock_khz) / static_cast<double>(clock.khz);
  view.read_latency = clock.to_cycles(own.to_time(p.read_latency));
  view.write_latency = clock.to_cycles(own.to_time(p.write_latency));
  view.burst_bytes = p.burst_bytes;
  return view;
}

}  // namespace

VelaMemory vela_memory(const Target& target, const MemorySpec& memory) {
  if (memory.vela) return *memory.vela;
  const ClockDomain clock{target.clock_khz};
  if (const auto* simple = std::get_if<LatencyBandwidthParameters>(&memory.timing)) {
    return same_figures(*simple, clock);
  }
  const auto timing = make_memory_timing(memory.timing);
  constexpr double hertz_per_khz = 1000;
  VelaMemory view;
  view.bytes_per_cycle = static_cast<double>(timing->peak_bytes_per_second()) /
                         (static_cast<double>(target.clock_khz) * hertz_per_khz);
  view.read_latency = unloaded_latency(*timing, clock, false);
  view.write_latency = memory.read_only ? 0 : unloaded_latency(*timing, clock, true);
  view.burst_bytes = 32;  // Vela's value for on-chip memories
  return view;
}

}  // namespace spillway
