// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/make_memory_timing.h"

#include "hwmodels/memory/dram/dram_memory.h"
#include "hwmodels/memory/memories/cached_memory.h"
#include "hwmodels/memory/memories/delayed_memory.h"
#include "hwmodels/memory/memories/ideal.h"
#include "hwmodels/memory/memories/latency_bandwidth.h"
#include "hwmodels/memory/memories/nor_flash.h"
#include "hwmodels/memory/memories/psram.h"
#include "hwmodels/memory/memories/sram.h"
#include "hwmodels/memory/memories/timing_adapter.h"

namespace spillway {
namespace {

struct Maker {
  using Memory = std::unique_ptr<MemoryTiming>;
  Memory operator()(const IdealParameters&) const { return std::make_unique<IdealMemory>(); }
  Memory operator()(const LatencyBandwidthParameters& p) const {
    return std::make_unique<LatencyBandwidthMemory>(p);
  }
  Memory operator()(const TimingAdapterParameters& p) const {
    return std::make_unique<TimingAdapterMemory>(p);
  }
  Memory operator()(const DramParameters& p) const { return make_dram_timing(p); }
  Memory operator()(const SramParameters& p) const { return std::make_unique<SramMemory>(p); }
  Memory operator()(const PsramParameters& p) const { return std::make_unique<PsramMemory>(p); }
  Memory operator()(const NorFlashParameters& p) const {
    return std::make_unique<NorFlashMemory>(p);
  }
  // For a TLM target, returns the model of the expected timing. The simulator does not use it,
  // because it sends bursts to the target itself; all other callers do.
  Memory operator()(const TlmParameters& p) const {
    return std::make_unique<LatencyBandwidthMemory>(p.expected);
  }
};

}  // namespace

std::unique_ptr<MemoryTiming> make_memory_timing(const MemoryParameters& parameters) {
  return std::visit(Maker{}, parameters);
}

std::unique_ptr<MemoryTiming> make_memory_timing(const MemorySpec& memory) {
  auto timing = make_memory_timing(memory.timing);
  if (memory.overhead == 0) return timing;
  return std::make_unique<DelayedMemory>(memory.overhead, std::move(timing));
}

std::unique_ptr<MemoryTiming> make_cached_memory_timing(const MemorySpec& memory) {
  std::unique_ptr<MemoryTiming> timing = make_memory_timing(memory);
  if (!memory.cache) return timing;
  return std::make_unique<CachedMemory>(*memory.cache, std::move(timing));
}

}  // namespace spillway
