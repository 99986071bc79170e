// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/timing_adapter.h"

#include <algorithm>

#include "base/index.h"

namespace spillway {
namespace {

/// The power of two that `value` is; -1 = none.
int log2_of(std::int32_t value) {
  int shift = 0;
  while (shift < 30 && (std::int32_t{1} << shift) < value) ++shift;
  return (std::int32_t{1} << shift) == value ? shift : -1;
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
      word_shift_(log2_of(p.word_bytes)),
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

// Words that a burst touches, the first and the last perhaps in part.
std::int64_t TimingAdapterMemory::word_count(const Burst& burst) const {
  const auto word = static_cast<Address>(parameters_.word_bytes);
  const Address end = burst.address + static_cast<Address>(burst.bytes) + word - 1;
  return static_cast<std::int64_t>(word_shift_ >= 0
                                       ? (end >> word_shift_) - (burst.address >> word_shift_)
                                       : end / word - burst.address / word);
}

TimingAdapterMemory::Period& TimingAdapterMemory::period_of(Adapter& adapter, Cycles index) {
  Period& period = at(adapter.admitted, static_cast<std::uint64_t>(index) % periods_kept);
  if (period.index < index) period = {index, 0};
  return period;
}

TimingAdapterMemory::Period& TimingAdapterMemory::admission(Adapter& adapter, Cycles& cycle) const {
  for (;;) {
    // Most bursts come in the period of the one before.
    if (cycle < adapter.began || cycle >= adapter.began + period_) {
      adapter.index = cycle / period_;
      adapter.began = adapter.index * period_;
    }
    Period& period = period_of(adapter, adapter.index);
    const bool full = parameters_.bwcap > 0 && period.words >= parameters_.bwcap;
    const bool open = cycle - adapter.began < parameters_.pulse_on;
    if (period.index == adapter.index && !full && open) return period;
    cycle = adapter.began + period_;
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
  const std::int64_t words = word_count(burst);
  Cycles admitted =
      std::max(clock_.to_cycles(burst.arrival), adapter.in_flight.earliest(burst.write));
  admitted += parameters_.phase;
  admission(adapter, admitted).words += words;
  admitted -= parameters_.phase;
  Cycles& free = adapter.free[burst.write ? 1 : 0];
  const Cycles data = std::max(admitted + (burst.write ? 0 : parameters_.rlatency), free);
  free = data + words;
  const Cycles done = free + (burst.write ? parameters_.wlatency : 0);
  const Cycles left = burst.write ? std::max(done + parameters_.write_turnaround,
                                             admitted + parameters_.least_write)
                                  : done;
  adapter.in_flight.add(burst.write, left);
  ready_ = clock_.to_time(adapter.in_flight.earliest());

  Completion completion;
  completion.first_data = clock_.to_time(data);
  completion.done = clock_.to_time(done);
  completion.left = clock_.to_time(left);
  return completion;
}

}  // namespace spillway
