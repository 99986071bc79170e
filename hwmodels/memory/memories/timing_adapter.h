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
  std::unique_ptr<MemoryTiming> clone() const override;
  OutstandingLimits outstanding() const override { return limits_; }
  /// The cap's rate, or a word per cycle and direction. Bursts that overshoot the cap exceed it.
  std::int64_t peak_bytes_per_second() const override;

  std::size_t adapters() const { return adapters_.size(); }  // side by side

  Picoseconds read_latency() const { return clock_.to_time(parameters_.rlatency); }

  std::int32_t word_bytes() const { return parameters_.word_bytes; }

  /// A single adapter's serve_at_once(), of a burst that touches so many words, for a caller that
  /// keeps the limits of outstanding() itself, for all bursts of a run: the memory does not look at
  /// them then.
  [[gnu::always_inline]] Completion serve_within_limits(bool write, std::int64_t words,
                                                        Picoseconds arrival) {
    return move(adapters_[0], write, words, clock_.to_cycles(arrival)).completion;
  }

 protected:
  Completion serve(const Burst& burst) override;

 private:
  /// Words that may still be admitted in a period.
  struct Period {
    Cycles index = -1;
    std::int64_t room = 0;
  };
  /// Reads and writes may be admitted out of order, by at most so many periods that count.
  static constexpr std::size_t periods_kept = 4;

  struct Adapter {
    explicit Adapter(const OutstandingLimits& limits) : in_flight(limits) {}
    void reset(Cycles phase);

    std::array<Period, periods_kept> admitted{};
    Period* period = nullptr;      // that the last burst was admitted in
    Cycles index = 0, began = 0;   // period that was looked at last, and its first cycle
    std::array<Cycles, 2> free{};  // data channels of reads and writes, in cycles
    InFlight in_flight;            // in cycles
  };

  /// In one direction.
  struct Direction {
    Cycles before = 0, after = 0;  // from the admission to the first word, from the last to the end
    Cycles turnaround = 0, least = 0;
    bool stays = false;  // a burst keeps its place longer than until it is done
  };

  struct Moved {
    Completion completion;
    Cycles left = 0;
  };
  [[gnu::always_inline]] Moved move(Adapter& adapter, bool write, std::int64_t words, Cycles begin);
  std::int64_t word_count(const Burst& burst) const;
  [[gnu::always_inline]] Cycles admit(Adapter& adapter, Cycles cycle, std::int64_t words) const;
  Cycles admission(Adapter& adapter, Cycles cycle) const;
  Period& period_of(Adapter& adapter, Cycles index) const;
  Adapter& adapter_for(bool write);

  TimingAdapterParameters parameters_;
  FastClock clock_;
  OutstandingLimits limits_;  // of all adapters together
  Cycles period_;
  std::int64_t cap_;  // words of a period
  std::array<Direction, 2> directions_;
  std::vector<Adapter> adapters_;
};

// What every burst goes through.

/// Admits a burst at `cycle` or later; returns when.
inline Cycles TimingAdapterMemory::admit(Adapter& adapter, Cycles cycle, std::int64_t words) const {
  // Most bursts come in the period of the one before.
  const auto into = static_cast<std::uint64_t>(cycle - adapter.began);
  const bool open = into < static_cast<std::uint64_t>(parameters_.pulse_on);
  if (!open || adapter.period->room <= 0) cycle = admission(adapter, cycle);
  adapter.period->room -= words;
  return cycle;
}

/// Serves a burst that may begin at `begin`.
inline TimingAdapterMemory::Moved TimingAdapterMemory::move(Adapter& adapter, bool write,
                                                            std::int64_t words, Cycles begin) {
  const Direction& direction = directions_[write ? 1 : 0];
  const Cycles admitted = admit(adapter, begin, words);
  Cycles& free = adapter.free[write ? 1 : 0];
  const Cycles data = std::max(admitted + direction.before, free);
  free = data + words;
  const Cycles done = free + direction.after;
  Moved moved;
  moved.left = done;
  moved.completion.first_data = clock_.to_time(data);
  moved.completion.done = clock_.to_time(done);
  if (direction.stays) {
    moved.left = std::max(done + direction.turnaround, admitted + direction.least);
    moved.completion.left = clock_.to_time(moved.left);
  }
  return moved;
}

}  // namespace spillway
