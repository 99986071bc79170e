// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/peak_rate.h"

#include <algorithm>

#include "base/index.h"
#include "hwmodels/memory/make_memory_timing.h"
#include "hwmodels/target/processor_family.h"

namespace spillway {
namespace {

constexpr std::int64_t hertz_per_khz = 1000;

// Returns the largest number of bytes per second that a timing adapter with a cap (BWCAP, words per
// period) admits. The adapter checks its cap when a burst begins, so the last burst of a period may
// exceed the cap by all its words but one.
std::int64_t adapter_rate(const TimingAdapterParameters& adapter, std::int64_t burst_bytes) {
  const std::int64_t period = adapter.pulse_on + adapter.pulse_off;
  const std::int64_t burst = (burst_bytes + adapter.word_bytes - 1) / adapter.word_bytes;
  const std::int64_t words = std::min<std::int64_t>(2 * period, adapter.bwcap - 1 + burst);
  return words * adapter.count * adapter.word_bytes * adapter.clock_khz / period * hertz_per_khz;
}

}  // namespace

std::int64_t peak_bytes_per_second(const Target& target, const MemorySpec& memory,
                                   const MemoryTiming& timing) {
  const PortSpec& port = at(target.ports, memory.port);
  const std::int64_t lanes = std::int64_t{port.count} * (port.separate_channels ? 2 : 1);
  const std::int64_t port_rate = port.clock_khz * hertz_per_khz * port.beat_bytes * lanes;
  std::int64_t rate = timing.peak_bytes_per_second();
  const auto* const adapter = std::get_if<TimingAdapterParameters>(&memory.timing);
  if (rate > 0 && adapter != nullptr && adapter->bwcap > 0) {
    rate = adapter_rate(*adapter, std::max(port.burst_bytes, target.dma.burst_bytes));
  }
  return rate > 0 && port_rate > 0 ? std::min(rate, port_rate) : std::max(rate, port_rate);
}

std::int64_t peak_bytes_per_second(const Target& target, const MemorySpec& memory) {
  // If the processor runs kernels in software, its cache lies in front of the port. So the port
  // sees the rate of the memory without the cache.
  const bool software = target.processor.family().has_threads;
  return peak_bytes_per_second(
      target, memory, software ? *make_memory_timing(memory) : *make_cached_memory_timing(memory));
}

}  // namespace spillway
