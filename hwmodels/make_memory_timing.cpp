// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/make_memory_timing.h"

#include "hwmodels/memories/ideal.h"
#include "hwmodels/memories/latency_bandwidth.h"
#include "hwmodels/memories/timing_adapter.h"

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
};

}  // namespace

std::unique_ptr<MemoryTiming> make_memory_timing(const MemoryParameters& parameters) {
  return std::visit(Maker{}, parameters);
}

}  // namespace spillway
