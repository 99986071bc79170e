// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/timing_adapter.h"

#include <algorithm>

#include "base/power_of_two.h"

namespace spillway {
namespace {

OutstandingLimits limits_of(const TimingAdapterParameters& p, std::int32_t adapters) {
  return {p.maxr * adapters, p.maxw * adapters, p.maxrw * adapters};
}

}  // namespace

TimingAdapterMemory::TimingAdapterMemory(const TimingAdapterParameters& p)
    : parameters_(p),
      clock_(ClockDomain{p.clock_khz}),
      limits_(limits_of(p, p.count)),
      period_(p.pulse_on + p.pulse_off),
      word_shift_(is_power_of_two(p.word_bytes) ? log2_of(p.word_bytes) : -1),
      adapters_(static_cast<std::size_t>(p.count), Adapter(limits_of(p, 1))) {}

void TimingAdapterMemory::Adapter::reset() {
  admitted = {};
  free = {};
  began = index = 0;
  in_flight.reset();
}

void TimingAdapterMemory::reset() {
  reset_order();
  for (Adapter& adapter : adapters_) adapter.reset();
}

std::int64_t TimingAdapterMemory::peak_bytes_per_second() const {
  constexpr std::int64_t hertz_per_khz = 1000;
  const std::int64_t both = 2 * period_;
  const std::int64_t words =
      parameters_.bwcap > 0 ? std::min<std::int64_t>(both, parameters_.bwcap) : both;
  return words * parameters_.count * parameters_.word_bytes * parameters_.clock_khz / period_ *
         hertz_per_khz;
}

TimingAdapterMemory::Adapter& TimingAdapterMemory::adapter_for(bool write) {
  if (adapters_.size() == 1) return adapters_[0];
  const std::size_t channel = write ? 1 : 0;
  return *std::min_element(
      adapters_.begin(), adapters_.end(), [&](const Adapter& a, const Adapter& b) {
        const auto key = [&](const Adapter& adapter) {
          return std::max(adapter.in_flight.earliest(write), adapter.free[channel]);
        };
        return key(a) < key(b);
      });
}

Completion TimingAdapterMemory::serve(const Burst& burst) {
  Adapter& adapter = adapter_for(burst.write);
  const Cycles begin =
      std::max(clock_.to_cycles(burst.arrival), adapter.in_flight.earliest(burst.write));
  const Moved moved = move(adapter, burst, begin);
  adapter.in_flight.add(burst.write, moved.left);
  ready_ = clock_.to_time(adapter.in_flight.earliest());
  return moved.completion;
}

}  // namespace spillway
