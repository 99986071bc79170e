// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/memory/memories/in_order.h"
#include "hwmodels/memory/memory_parameters.h"

namespace spillway {

/// Banked SRAM. A burst takes the port that is free first and moves one word per cycle through this
/// port. The burst is delayed until no bank has to serve two words in the same cycle. A bank of a
/// dual-ported SRAM can serve one read and one write in the same cycle.
class SramMemory final : public InOrderMemory {
 public:
  explicit SramMemory(const SramParameters& parameters);

  void reset() override;
  std::int64_t peak_bytes_per_second() const override;

 protected:
  Completion serve(const Burst& burst) override;

 private:
  std::vector<Cycles>& lanes_of(bool write);
  Cycles begin_interleaved(std::int64_t word, std::int64_t words, Cycles earliest, bool write);
  Cycles begin_contiguous(std::int64_t word, std::int64_t words, Cycles earliest, bool write);

  SramParameters parameters_;
  ClockDomain clock_;
  std::int64_t banks_;
  std::vector<Cycles> ports_;  // per port: the cycle from which it is free
  std::vector<Cycles> read_lanes_, write_lanes_;
};

}  // namespace spillway
