// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/memory/memories/in_flight.h"
#include "hwmodels/memory/memories/in_order.h"
#include "hwmodels/memory/memory_parameters.h"

namespace spillway {

/// Arm's timing adapter. Words move one per cycle, only in the first PULSE_ON cycles of every
/// PULSE_ON + PULSE_OFF and at most BWCAP of them per pulse; the first pulse begins at time 0. A
/// read's first word comes at least RLATENCY cycles after its address, a write's response WLATENCY
/// cycles after its last word. One server moves the words of both directions; its pulses are placed
/// so that a read's words arrive within them.
class TimingAdapterMemory final : public InOrderMemory {
 public:
  explicit TimingAdapterMemory(const TimingAdapterParameters& parameters);

  void reset() override;
  OutstandingLimits outstanding() const override { return limits_; }
  std::int64_t peak_bytes_per_second() const override;

 protected:
  Completion serve(const Burst& burst) override;

 private:
  /// First cycle at or after `cycle` in which a word may move.
  Cycles next_slot(Cycles cycle);
  /// Moves `words` from cycle `cycle` on; returns the cycle after the last.
  Cycles move(Cycles cycle, std::int64_t words);

  TimingAdapterParameters parameters_;
  FastClock clock_;
  OutstandingLimits limits_;
  Cycles period_;
  Cycles cap_;          // words per pulse
  Cycles free_ = 0;     // the server, in cycles
  Cycles pulse_ = 0;    // number of the pulse that `used_` counts in
  Cycles used_ = 0;     // words moved in it
  InFlight in_flight_;  // in cycles
};

}  // namespace spillway
