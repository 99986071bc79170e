// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// Counters of one memory port for a whole run. Cycles are cycles of the processor's clock.
struct PortCounters {
  std::string name;
  std::int64_t read_beats = 0, write_beats = 0;
  std::int64_t read_bursts = 0, write_bursts = 0;
  // Cycles in which a burst waited only for the memory: the port was free, but the memory did not
  // accept the burst.
  Cycles reads_stalled = 0;
  Cycles writes_stalled = 0;
};

/// Counters of an NPU's performance monitor for a whole run. Cycles are cycles of the NPU's clock.
struct NpuCounters {
  Cycles total = 0;
  // Cycles in which the host CPU was working and the NPU was idle.
  Cycles idle = 0;
  Cycles mac_active = 0;
  // Cycles in which the MAC array had a kernel to run but was waiting for its input.
  Cycles mac_stalled_by_ifm = 0;
  // Cycles in which the MAC array was waiting for weights: they had not arrived from memory, or the
  // weight decoder had not decoded them yet.
  Cycles mac_stalled_by_weights = 0;
  // Cycles in which the MAC array was waiting for a free accumulator.
  Cycles mac_stalled_by_output = 0;
  Cycles output_active = 0;
  // Cycles in which the output engine had results but could not write them yet.
  Cycles output_stalled = 0;
  std::vector<PortCounters> ports;

  Cycles active() const { return total - idle; }
};

}  // namespace spillway
