// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/timing_adapter.h"

#include <algorithm>

namespace spillway {
namespace {

Cycles words_per_pulse(const TimingAdapterParameters& p) {
  return p.bwcap > 0 ? std::min<Cycles>(p.bwcap, p.pulse_on) : p.pulse_on;
}

/// Words that a burst touches, the first and the last perhaps in part.
std::int64_t word_count(const Burst& burst, std::int32_t word_bytes) {
  const auto offset = static_cast<std::int64_t>(burst.address % static_cast<Address>(word_bytes));
  return (offset + burst.bytes + word_bytes - 1) / word_bytes;
}

}  // namespace

TimingAdapterMemory::TimingAdapterMemory(const TimingAdapterParameters& p)
    : parameters_(p),
      clock_(ClockDomain{p.clock_khz}),
      limits_{p.maxr, p.maxw, p.maxrw},
      period_(p.pulse_on + p.pulse_off),
      cap_(words_per_pulse(p)),
      in_flight_(limits_) {}

void TimingAdapterMemory::reset() {
  reset_order();
  free_ = pulse_ = used_ = 0;
  in_flight_.reset();
}

std::int64_t TimingAdapterMemory::peak_bytes_per_second() const {
  constexpr std::int64_t hertz_per_khz = 1000;
  return cap_ * parameters_.word_bytes * parameters_.clock_khz / period_ * hertz_per_khz;
}

Cycles TimingAdapterMemory::next_slot(Cycles cycle) {
  const Cycles data = cycle + parameters_.rlatency;
  Cycles pulse = data / period_;
  const Cycles used = pulse == pulse_ ? used_ : 0;
  const bool closed = data % period_ >= parameters_.pulse_on || used >= cap_;
  if (closed) ++pulse;
  if (pulse != pulse_) {
    pulse_ = pulse;
    used_ = 0;
  }
  return closed ? pulse * period_ - parameters_.rlatency : cycle;
}

Cycles TimingAdapterMemory::move(Cycles cycle, std::int64_t words) {
  while (words > 0) {
    cycle = next_slot(cycle);
    const Cycles pulse_end = pulse_ * period_ + parameters_.pulse_on - parameters_.rlatency;
    const Cycles now = std::min({words, pulse_end - cycle, cap_ - used_});
    used_ += now;
    words -= now;
    cycle += now;
  }
  return cycle;
}

Completion TimingAdapterMemory::serve(const Burst& burst) {
  const Cycles arrival = clock_.to_cycles(burst.arrival);
  const Cycles begin = std::max({arrival, free_, in_flight_.earliest(burst.write)});
  const Cycles start = next_slot(begin);
  free_ = move(start, word_count(burst, parameters_.word_bytes));
  const Cycles done = free_ + (burst.write ? parameters_.wlatency : parameters_.rlatency);
  in_flight_.add(burst.write, done);
  ready_ = clock_.to_time(std::max(free_, in_flight_.earliest()));

  Completion completion;
  completion.first_data = clock_.to_time(start + (burst.write ? 0 : parameters_.rlatency));
  completion.done = clock_.to_time(done);
  return completion;
}

}  // namespace spillway
