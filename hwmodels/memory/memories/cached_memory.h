// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "hwmodels/memory/memories/cache.h"
#include "hwmodels/memory/memories/in_order.h"

namespace spillway {

/// A cache in front of another memory. Hits take no time. A miss blocks the cache for the eviction
/// and then for the fill, each of which is one burst of a line.
class CachedMemory final : public InOrderMemory {
 public:
  CachedMemory(const CacheParameters& parameters, std::unique_ptr<MemoryTiming> memory)
      : cache_(parameters), memory_(std::move(memory)) {}

  void reset() override;
  std::int64_t peak_bytes_per_second() const override { return 0; }
  std::optional<MemoryEnergy> energy(Picoseconds end) const override {
    return memory_->energy(end);
  }
  Picoseconds active() const override { return memory_->active(); }
  void record_commands(dram::CommandSink sink) override {
    memory_->record_commands(std::move(sink));
  }

 protected:
  Completion serve(const Burst& burst) override;

 private:
  Picoseconds move_line(Address address, bool write, Picoseconds start);

  Cache cache_;
  std::unique_ptr<MemoryTiming> memory_;
};

}  // namespace spillway
