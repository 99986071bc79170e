// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "hwmodels/memory/memories/in_flight.h"
#include "hwmodels/memory/memories/in_order.h"
#include "hwmodels/memory/memory_parameters.h"

namespace spillway {

/// Arm's timing adapter.
/// * Bursts are admitted only in the first PULSE_ON cycles of each period of PULSE_ON + PULSE_OFF
///   cycles, and only while fewer than BWCAP words have been admitted in this period. Reads and
///   writes count together. A burst is admitted as a whole, so it may exceed the cap. The first
///   period begins `phase` cycles before time 0.
/// * Words move one per cycle and direction. The first word of a read moves at least RLATENCY
///   cycles after its admission. The response of a write comes WLATENCY cycles after its last word.
/// * At most MAXR reads, MAXW writes and MAXRW bursts in all are pending. A read is pending from
///   its admission to its last word. A write is pending from its admission until `write_turnaround`
///   cycles after its response, and for at least `least_write` cycles.
/// * If there are parallel adapters, a burst takes the adapter that is free first.
class TimingAdapterMemory final : public InOrderMemory {
 public:
  explicit TimingAdapterMemory(const TimingAdapterParameters& parameters);

  void reset() override;
  std::unique_ptr<MemoryTiming> clone() const override;
  OutstandingLimits outstanding() const override { return limits_; }
  /// Returns the rate that BWCAP allows, at most one word per cycle and direction. If bursts exceed
  /// the cap BWCAP, the real rate can be higher than the returned rate.
  std::int64_t peak_bytes_per_second() const override;

  std::size_t adapters() const { return adapters_.size(); }  // number of parallel adapters

  Picoseconds read_latency() const { return to_time(directions_[0].before); }

  std::int32_t word_bytes() const { return parameters_.word_bytes; }

  /// Returns the length of a cycle in picoseconds; 0 if a cycle is not a whole number of
  /// picoseconds.
  Picoseconds whole_period() const { return clock_.period(); }

  /// Returns the beginning of the first cycle at or after `time`. Requires whole_period() > 0.
  Picoseconds next_cycle(Picoseconds time) const { return clock_.to_cycles(time) * cycle_; }

  /// Serves, in a single adapter, a burst that touches `words` words and arrives at the beginning
  /// of a cycle. The caller enforces the limits of outstanding() itself. The function does not
  /// update the memory's own limits, so the caller must use this function for all bursts of a run.
  /// Requires whole_period() > 0.
  [[gnu::always_inline]] Completion serve_within_limits(bool write, std::int64_t words,
                                                        Picoseconds arrival) {
    const Moved moved = move(adapters_[0], write, words, arrival);
    return {0, moved.data, moved.done, moved.left};
  }

 protected:
  Completion serve(const Burst& burst) override;

 private:
  /// The adapter's unit of time: one picosecond if a cycle is a whole number of picoseconds,
  /// otherwise one cycle.
  using Ticks = std::int64_t;

  /// A period and the number of words (`room`) that can still be admitted in it.
  struct Period {
    std::int64_t index = -1;
    std::int64_t room = 0;
  };
  /// For how many periods the admitted words are remembered. Reads and writes can be admitted in
  /// another order than they arrived, but two of them are never further apart than this number of
  /// periods.
  static constexpr std::size_t periods_kept = 4;

  struct Adapter {
    explicit Adapter(const OutstandingLimits& limits) : in_flight(limits) {}
    void reset(Ticks phase);

    std::array<Period, periods_kept> admitted{};
    Period* period = nullptr;     // the period in which the last burst was admitted
    std::int64_t index = 0;       // index of this period; 0 = the first period
    Ticks began = 0;              // beginning of this period
    std::array<Ticks, 2> free{};  // when the data channels (0: reads, 1: writes) are free
    InFlight in_flight;           // ends of bursts are in ticks
  };

  /// The delays of reads or of writes.
  struct Direction {
    Ticks before = 0;  // from the admission of a burst to its first word
    Ticks after = 0;   // from the last word of a burst to its end
    Ticks turnaround = 0, least = 0;
    // Whether a burst can keep its place among the bursts in flight for some time after the burst
    // is done.
    bool stays = false;
  };

  struct Moved {
    Ticks data = 0, done = 0;  // times of the first word and of the end of the burst
    Ticks left = 0;  // when the burst frees its place among the bursts in flight; 0 = at `done`
  };
  [[gnu::always_inline]] Moved move(Adapter& adapter, bool write, std::int64_t words, Ticks begin);
  std::int64_t word_count(const Burst& burst) const;
  [[gnu::always_inline]] Ticks admit(Adapter& adapter, Ticks time, std::int64_t words) const;
  Ticks admission(Adapter& adapter, Ticks time) const;
  Period& period_of(Adapter& adapter, std::int64_t index) const;
  Adapter& adapter_for(bool write);
  Picoseconds to_time(Ticks ticks) const {
    return clock_.period() > 0 ? ticks : clock_.to_time(ticks);
  }

  TimingAdapterParameters parameters_;
  FastClock clock_;
  OutstandingLimits limits_;  // of all adapters together
  Ticks cycle_;
  Ticks period_, pulse_on_, phase_;
  std::int64_t cap_;  // the most words that are admitted per period
  std::array<Direction, 2> directions_;
  std::vector<Adapter> adapters_;
};

/// Admits a burst at `time` or later. Returns the time of admission.
inline TimingAdapterMemory::Ticks TimingAdapterMemory::admit(Adapter& adapter, Ticks time,
                                                             std::int64_t words) const {
  // Most bursts fall into the period of the previous burst.
  const auto into = static_cast<std::uint64_t>(time - adapter.began);
  const bool open = into < static_cast<std::uint64_t>(pulse_on_);
  if (!open || adapter.period->room <= 0) time = admission(adapter, time);
  adapter.period->room -= words;
  return time;
}

/// Serves a burst, which the adapter admits at `begin` or later.
inline TimingAdapterMemory::Moved TimingAdapterMemory::move(Adapter& adapter, bool write,
                                                            std::int64_t words, Ticks begin) {
  const Direction& direction = directions_[write ? 1 : 0];
  const Ticks admitted = admit(adapter, begin, words);
  Ticks& free = adapter.free[write ? 1 : 0];
  Moved moved;
  moved.data = std::max(admitted + direction.before, free);
  free = moved.data + words * cycle_;
  moved.done = free + direction.after;
  if (direction.stays) {
    moved.left = std::max(moved.done + direction.turnaround, admitted + direction.least);
  }
  return moved;
}

}  // namespace spillway
