// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hwmodels/memory/memories/in_flight.h"
#include "hwmodels/memory/memories/in_order.h"
#include "hwmodels/memory/memory_parameters.h"

namespace spillway {

/// Arm's timing adapter. Bursts are admitted only in the first PULSE_ON cycles of every PULSE_ON +
/// PULSE_OFF, and only while the words of the period are below BWCAP; a burst is admitted whole, so
/// that it may overshoot the cap. Reads and writes count together. The first period begins `phase`
/// cycles before time 0. Words move one per cycle and direction, a read's at least RLATENCY cycles after its
/// admission; a write's response comes WLATENCY cycles after its last word. A burst holds its place
/// among the MAXR (MAXW, MAXRW) pending ones until then, a write a little longer where the
/// parameters say so. Of several adapters side by side a burst
/// takes the one that admits it first.
class TimingAdapterMemory final : public InOrderMemory {
 public:
  explicit TimingAdapterMemory(const TimingAdapterParameters& parameters);

  void reset() override;
  OutstandingLimits outstanding() const override { return limits_; }
  /// The cap's rate, or a word per cycle and direction. Bursts that overshoot the cap exceed it.
  std::int64_t peak_bytes_per_second() const override;

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

}  // namespace spillway
