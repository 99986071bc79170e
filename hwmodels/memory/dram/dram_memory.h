// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "hwmodels/memory/dram/burst_table.h"
#include "hwmodels/memory/dram/channel.h"
#include "hwmodels/memory/dram/dram_parameters.h"
#include "hwmodels/memory/memory_timing.h"

namespace spillway {

/// A DRAM as a MemoryTiming. Every burst is split into bursts of the device, which are served one
/// by one and may lie in several rows and channels.
class DramMemory final : public MemoryTiming {
 public:
  /// Throws std::invalid_argument if the settings contradict each other.
  explicit DramMemory(const DramParameters& parameters);

  void reset() override;
  int window() const override { return window_; }
  int pending() const override { return bursts_.pending(); }
  void submit(const Burst& burst) override;
  Picoseconds next_decision() const override;
  Completion complete_one() override;
  bool moves_chains(std::int32_t line_bytes) const override;
  void move_chain(LineChain& chain, Picoseconds horizon, Picoseconds overhead) override;
  std::int64_t peak_bytes_per_second() const override;
  MemoryStatistics statistics() const override;

  std::optional<MemoryEnergy> energy(Picoseconds end) const override;
  /// Calls Channel::look_at_every_bank() for all channels.
  void look_at_every_bank() {
    for (const auto& channel : channels_) channel->look_at_every_bank();
  }
  /// Calls Channel::refresh_one_by_one() for all channels.
  void refresh_one_by_one() {
    for (const auto& channel : channels_) channel->refresh_one_by_one();
  }
  void record_commands(dram::CommandSink sink) override { sink_ = std::move(sink); }

 private:
  dram::Channel& next_channel();

  DramParameters parameters_;
  int window_;
  Address granule_;  // bytes of a column command
  dram::BurstTable bursts_;
  dram::CommandSink sink_;
  // Mutable, because next_decision() is const but looks ahead, which has no effect that a caller
  // can observe.
  mutable std::vector<std::unique_ptr<dram::Channel>> channels_;
};

std::unique_ptr<MemoryTiming> make_dram_timing(const DramParameters& parameters);

}  // namespace spillway
