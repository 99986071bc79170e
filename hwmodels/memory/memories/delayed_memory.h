// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "hwmodels/memory/memory_timing.h"

namespace spillway {

/// A memory that is reached over a path with a fixed delay: data move at the port by the time
/// `overhead` later than at the memory. The delay does not occupy the memory.
class DelayedMemory final : public MemoryTiming {
 public:
  DelayedMemory(Picoseconds overhead, std::unique_ptr<MemoryTiming> memory)
      : overhead_(overhead), memory_(std::move(memory)) {}

  void reset() override { memory_->reset(); }
  int window() const override { return memory_->window(); }
  int pending() const override { return memory_->pending(); }
  void submit(const Burst& burst) override { memory_->submit(burst); }
  bool moves_chains(std::int32_t line_bytes) const override {
    return memory_->moves_chains(line_bytes);
  }
  void move_chain(LineChain& chain, Picoseconds horizon, Picoseconds overhead) override {
    memory_->move_chain(chain, horizon, overhead + overhead_);
  }
  OutstandingLimits outstanding() const override { return memory_->outstanding(); }
  Picoseconds next_decision() const override { return memory_->next_decision(); }
  std::int64_t peak_bytes_per_second() const override { return memory_->peak_bytes_per_second(); }
  MemoryStatistics statistics() const override { return memory_->statistics(); }
  std::optional<MemoryEnergy> energy(Picoseconds end) const override {
    return memory_->energy(end);
  }
  Picoseconds active() const override { return memory_->active(); }
  void record_commands(dram::CommandSink sink) override {
    memory_->record_commands(std::move(sink));
  }

  Completion complete_one() override {
    Completion completion = memory_->complete_one();
    completion.first_data += overhead_;
    completion.done += overhead_;
    return completion;
  }

 private:
  Picoseconds overhead_;
  std::unique_ptr<MemoryTiming> memory_;
};

}  // namespace spillway
