// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// The counts of one port in a run. Cycles are the processor's.
struct PortCounters {
  std::string name;
  std::int64_t read_beats = 0, write_beats = 0;
  std::int64_t read_bursts = 0, write_bursts = 0;
  Cycles reads_stalled = 0;  // a burst was waiting and the port free, but the memory accepted none
  Cycles writes_stalled = 0;
};

/// The counts of an NPU's performance monitor for a whole run. Cycles are the processor's.
struct NpuCounters {
  Cycles total = 0;
  Cycles idle = 0;  // the host was working
  Cycles mac_active = 0;
  // Cycles in which the MAC array had a kernel but waited, by what it waited for.
  Cycles mac_stalled_by_ifm = 0;
  Cycles mac_stalled_by_weights = 0;  // from memory or from the weight decoder
  Cycles mac_stalled_by_output = 0;   // no accumulator was free
  Cycles output_active = 0;
  Cycles output_stalled = 0;  // its results could not be written yet
  std::vector<PortCounters> ports;

  Cycles active() const { return total - idle; }
};

}  // namespace spillway
