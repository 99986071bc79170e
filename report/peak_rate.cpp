// SPDX-License-Identifier: Apache-2.0
#include "report/peak_rate.h"

#include <algorithm>

#include "base/index.h"
#include "hwmodels/memory/make_memory_timing.h"

namespace spillway {

std::int64_t peak_bytes_per_second(const Target& target, const MemorySpec& memory) {
  const PortSpec& port = at(target.ports, memory.port);
  const std::int64_t port_rate = port.clock_khz * 1000 * port.beat_bytes;
  const std::int64_t rate = make_memory_timing(memory.timing)->peak_bytes_per_second();
  return rate > 0 && port_rate > 0 ? std::min(rate, port_rate) : std::max(rate, port_rate);
}

}  // namespace spillway
