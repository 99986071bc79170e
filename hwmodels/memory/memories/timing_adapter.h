// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "hwmodels/memory/memories/in_flight.h"
#include "hwmodels/memory/memories/in_order.h"
#include "hwmodels/memory/memory_parameters.h"

namespace spillway {

/// Arm's timing adapter. Bursts are admitted only in the first PULSE_ON cycles of every PULSE_ON +
/// PULSE_OFF, and only while the words of the period are below BWCAP; a burst is admitted whole, so
/// that it may overshoot the cap. Reads and writes count together. The first period begins `phase`
/// cycles before time 0. Words move one per cycle and direction, a read's at least RLATENCY cycles
/// after its admission; a write's response comes WLATENCY cycles after its last word. A burst holds
/// its place among the MAXR (MAXW, MAXRW) pending ones until then, a write a little longer where
/// the parameters say so. Of several adapters side by side a burst takes the one that admits it
/// first.
class TimingAdapterMemory final : public InOrderMemory {
 public:
  explicit TimingAdapterMemory(const TimingAdapterParameters& parameters);

  void reset() override;
  OutstandingLimits outstanding() const override { return limits_; }
  /// The cap's rate, or a word per cycle and direction. Bursts that overshoot the cap exceed it.
  std::int64_t peak_bytes_per_second() const override;

  std::size_t adapters() const { return adapters_.size(); }  // side by side

  Picoseconds read_latency() const { return clock_.to_time(parameters_.rlatency); }

  /// A single adapter's serve_at_once() for a caller that keeps the limits of outstanding() itself,
  /// for all bursts of a run: the memory does not look at them then.
  [[gnu::always_inline]] Completion serve_within_limits(const Burst& burst) {
    return move(adapters_[0], burst, clock_.to_cycles(burst.arrival)).completion;
  }

 protected:
  Completion serve(const Burst& burst) override;

 private:
  /// Words admitted in a period.
  struct Period {
    Cycles index = -1;
    std::int64_t words = 0;
  };
  /// Reads and writes may be admitted out of order, by at most so many periods that count.
  static constexpr std::size_t periods_kept = 4;

  struct Adapter {
    explicit Adapter(const OutstandingLimits& limits) : in_flight(limits) {}
    void reset();

    std::array<Period, periods_kept> admitted{};
    Cycles index = 0, began = 0;   // period that was looked at last, and its first cycle
    std::array<Cycles, 2> free{};  // data channels of reads and writes, in cycles
    InFlight in_flight;            // in cycles
  };

  struct Moved {
    Completion completion;
    Cycles left = 0;
  };
  [[gnu::always_inline]] Moved move(Adapter& adapter, const Burst& burst, Cycles begin);
  std::int64_t word_count(const Burst& burst) const;
  /// Moves `cycle` to the first at or after it in which a burst is admitted; returns its period.
  Period& admission(Adapter& adapter, Cycles& cycle) const;
  static Period& period_of(Adapter& adapter, Cycles index);
  Adapter& adapter_for(bool write);

  TimingAdapterParameters parameters_;
  FastClock clock_;
  OutstandingLimits limits_;  // of all adapters together
  Cycles period_;
  int word_shift_;  // word_bytes is 2 to the power of this; -1 = of none
  std::vector<Adapter> adapters_;
};

// What every burst goes through.

/// Words that a burst touches, the first and the last perhaps in part.
inline std::int64_t TimingAdapterMemory::word_count(const Burst& burst) const {
  const auto word = static_cast<Address>(parameters_.word_bytes);
  const Address end = burst.address + static_cast<Address>(burst.bytes) + word - 1;
  return static_cast<std::int64_t>(word_shift_ >= 0
                                       ? (end >> word_shift_) - (burst.address >> word_shift_)
                                       : end / word - burst.address / word);
}

inline TimingAdapterMemory::Period& TimingAdapterMemory::period_of(Adapter& adapter, Cycles index) {
  Period& period = adapter.admitted[static_cast<std::uint64_t>(index) % periods_kept];
  if (period.index < index) period = {index, 0};
  return period;
}

inline TimingAdapterMemory::Period& TimingAdapterMemory::admission(Adapter& adapter,
                                                                   Cycles& cycle) const {
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

/// Serves a burst that may begin at `begin`.
inline TimingAdapterMemory::Moved TimingAdapterMemory::move(Adapter& adapter, const Burst& burst,
                                                            Cycles begin) {
  const std::int64_t words = word_count(burst);
  Cycles admitted = begin + parameters_.phase;
  admission(adapter, admitted).words += words;
  admitted -= parameters_.phase;
  Cycles& free = adapter.free[burst.write ? 1 : 0];
  const Cycles data = std::max(admitted + (burst.write ? 0 : parameters_.rlatency), free);
  free = data + words;
  const Cycles done = free + (burst.write ? parameters_.wlatency : 0);
  Moved moved;
  moved.left = burst.write ? std::max(done + parameters_.write_turnaround,
                                      admitted + parameters_.least_write)
                           : done;
  moved.completion.first_data = clock_.to_time(data);
  moved.completion.done = clock_.to_time(done);
  moved.completion.left = clock_.to_time(moved.left);
  return moved;
}

}  // namespace spillway
