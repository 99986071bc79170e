// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/memory/memories/in_order.h"
#include "hwmodels/memory/memory_parameters.h"

namespace spillway {

/// HyperRAM and PSRAM. A transaction takes
///   command clocks + latency clocks x (1 or 2) + data clocks.
/// Then chip select is high for at least `gap`, before the next transaction can begin. A burst is
/// split into transactions at page and wrap boundaries, and where chip select would be low for too
/// long. A transaction that begins while the memory refreshes itself, in the last `refresh_time` of
/// each `refresh_interval`, takes the latency twice.
class PsramMemory final : public InOrderMemory {
 public:
  explicit PsramMemory(const PsramParameters& parameters);

  void reset() override {
    reset_order();
    active_ = 0;
  }
  Picoseconds active() const override { return active_; }
  std::int64_t peak_bytes_per_second() const override;

 protected:
  Completion serve(const Burst& burst) override;

 private:
  Cycles overhead_clocks(Picoseconds start, bool write) const;
  Bytes transaction_bytes(Address address, Bytes left, Cycles overhead) const;

  PsramParameters parameters_;
  ClockDomain clock_;
  Picoseconds active_ = 0;
};

}  // namespace spillway
