// SPDX-License-Identifier: Apache-2.0
#include "sim/port/attached_memory.h"

namespace spillway::sim {

void AttachedMemory::attach(MemoryTarget& memory) {
  const OutstandingLimits limits = memory.timing().outstanding();
  ways[0].reset(limits.reads);
  ways[1].reset(limits.writes);
  both.reset(limits.both);
  next_ = {};
  limited_ = both.limited() || ways[0].limited() || ways[1].limited();
  point_at(memory);
}

void AttachedMemory::point_at(MemoryTarget& memory) {
  target = &memory;
  reorders = !memory.in_order();
  const OutstandingLimits limits = memory.timing().outstanding();
  // Larger limits exceed the capacity of OutstandingWindow. The memory then enforces its limits
  // itself.
  constexpr auto most = static_cast<std::int32_t>(OutstandingWindow::largest);
  if (std::max({limits.reads, limits.writes, limits.both}) > most) return;
  rate = dynamic_cast<LatencyBandwidthMemory*>(&memory.timing());
  adapter = dynamic_cast<TimingAdapterMemory*>(&memory.timing());
  if (adapter != nullptr && adapter->adapters() != 1) adapter = nullptr;
}

}  // namespace spillway::sim
