// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/timing_adapter.h"

#include <algorithm>

#include "base/index.h"

namespace spillway {
namespace {

/// Words that a burst touches, the first and the last perhaps in part.
std::int64_t word_count(const Burst& burst, std::int32_t word_bytes) {
  const auto offset = static_cast<std::int64_t>(burst.address % static_cast<Address>(word_bytes));
  return (offset + burst.bytes + word_bytes - 1) / word_bytes;
}

OutstandingLimits limits_of(const TimingAdapterParameters& p, std::int32_t adapters) {
  return {p.maxr * adapters, p.maxw * adapters, p.maxrw * adapters};
}

}  // namespace

TimingAdapterMemory::TimingAdapterMemory(const TimingAdapterParameters& p)
    : parameters_(p),
      clock_(ClockDomain{p.clock_khz}),
      limits_(limits_of(p, p.count)),
      period_(p.pulse_on + p.pulse_off),
      adapters_(static_cast<std::size_t>(p.count), Adapter(limits_of(p, 1))) {}

void TimingAdapterMemory::Adapter::reset() {
  admitted = {};
  free = {};
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

TimingAdapterMemory::Period& TimingAdapterMemory::period_of(Adapter& adapter, Cycles index) const {
  Period& period = at(adapter.admitted, index % static_cast<Cycles>(periods_kept));
  if (period.index < index) period = {index, 0};
  return period;
}

Cycles TimingAdapterMemory::admission(Adapter& adapter, Cycles cycle) const {
  for (;;) {
    const Cycles index = cycle / period_;
    const Period& period = period_of(adapter, index);
    const bool full = parameters_.bwcap > 0 && period.words >= parameters_.bwcap;
    if (period.index == index && !full && cycle % period_ < parameters_.pulse_on) return cycle;
    cycle = (index + 1) * period_;
  }
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
  const std::int64_t words = word_count(burst, parameters_.word_bytes);
  const Cycles arrival = clock_.to_cycles(burst.arrival);
  const Cycles admitted =
      admission(adapter, std::max(arrival, adapter.in_flight.earliest(burst.write)));
  period_of(adapter, admitted / period_).words += words;
  Cycles& free = adapter.free[burst.write ? 1 : 0];
  const Cycles data = std::max(admitted + (burst.write ? 0 : parameters_.rlatency), free);
  free = data + words;
  const Cycles done = free + (burst.write ? parameters_.wlatency : 0);
  adapter.in_flight.add(burst.write, done);
  ready_ = clock_.to_time(adapter.in_flight.earliest());

  Completion completion;
  completion.first_data = clock_.to_time(data);
  completion.done = clock_.to_time(done);
  return completion;
}

}  // namespace spillway
