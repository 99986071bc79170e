// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/timing_adapter.h"

#include <algorithm>
#include <limits>

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
      cycle_(clock_.period() > 0 ? clock_.period() : 1),
      period_((p.pulse_on + p.pulse_off) * cycle_),
      pulse_on_(p.pulse_on * cycle_),
      phase_(p.phase * cycle_),
      cap_(p.bwcap > 0 ? p.bwcap : std::numeric_limits<std::int64_t>::max()),
      directions_{Direction{p.rlatency * cycle_, 0, 0, 0, false},
                  Direction{0, p.wlatency * cycle_, p.write_turnaround * cycle_,
                            p.least_write * cycle_, p.write_turnaround > 0 || p.least_write > 0}},
      adapters_(static_cast<std::size_t>(p.count), Adapter(limits_of(p, 1))) {
  for (Adapter& adapter : adapters_) adapter.reset(phase_);
}

void TimingAdapterMemory::Adapter::reset(Ticks phase) {
  admitted = {};
  period = &admitted[0];
  index = 0;
  began = -phase;
  free = {};
  in_flight.reset();
}

void TimingAdapterMemory::reset() {
  reset_order();
  for (Adapter& adapter : adapters_) adapter.reset(phase_);
}

std::unique_ptr<MemoryTiming> TimingAdapterMemory::clone() const {
  auto copy = std::make_unique<TimingAdapterMemory>(*this);
  for (std::size_t i = 0; i < adapters_.size(); ++i) {
    Adapter& adapter = copy->adapters_[i];
    adapter.period = adapter.admitted.data() + (adapters_[i].period - adapters_[i].admitted.data());
  }
  return copy;
}

std::int64_t TimingAdapterMemory::peak_bytes_per_second() const {
  constexpr std::int64_t hertz_per_khz = 1000;
  const std::int64_t cycles = period_ / cycle_;
  const std::int64_t both = 2 * cycles;
  const std::int64_t words =
      parameters_.bwcap > 0 ? std::min<std::int64_t>(both, parameters_.bwcap) : both;
  return words * parameters_.count * parameters_.word_bytes * parameters_.clock_khz / cycles *
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

/// Returns the number of words that a burst touches; the first and the last word may be partial.
std::int64_t TimingAdapterMemory::word_count(const Burst& burst) const {
  const auto word = static_cast<Address>(parameters_.word_bytes);
  const Address end = burst.address + static_cast<Address>(burst.bytes) + word - 1;
  return static_cast<std::int64_t>(end / word - burst.address / word);
}

TimingAdapterMemory::Period& TimingAdapterMemory::period_of(Adapter& adapter,
                                                            std::int64_t index) const {
  Period& period = adapter.admitted[static_cast<std::uint64_t>(index) % periods_kept];
  if (period.index < index) period = {index, cap_};
  return period;
}

// Returns the first time at or after `time` at which a burst is admitted. Sets adapter.period to
// the period of that time.
TimingAdapterMemory::Ticks TimingAdapterMemory::admission(Adapter& adapter, Ticks time) const {
  for (;;) {
    if (time < adapter.began || time >= adapter.began + period_) {
      adapter.index = (time + phase_) / period_;
      adapter.began = adapter.index * period_ - phase_;
    }
    adapter.period = &period_of(adapter, adapter.index);
    const bool open = time - adapter.began < pulse_on_;
    if (adapter.period->index == adapter.index && adapter.period->room > 0 && open) return time;
    time = adapter.began + period_;
  }
}

Completion TimingAdapterMemory::serve(const Burst& burst) {
  Adapter& adapter = adapter_for(burst.write);
  const Ticks begin =
      std::max(clock_.to_cycles(burst.arrival) * cycle_, adapter.in_flight.earliest(burst.write));
  const Moved moved = move(adapter, burst.write, word_count(burst), begin);
  adapter.in_flight.add(burst.write, std::max(moved.done, moved.left));
  ready_ = to_time(adapter.in_flight.earliest());
  return {0, to_time(moved.data), to_time(moved.done), to_time(moved.left)};
}

}  // namespace spillway
