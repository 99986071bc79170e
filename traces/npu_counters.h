// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// The counts of one port in a run. Cycles are those of the processor's clock.
struct PortCounters {
  std::string name;
  std::int64_t read_beats = 0, write_beats = 0;
  std::int64_t read_bursts = 0, write_bursts = 0;
  // Cycles in which a burst was waiting and the port was free, but the memory accepted no burst.
  Cycles reads_stalled = 0;
  Cycles writes_stalled = 0;
};

/// The counts of an NPU's performance monitor for a whole run. Cycles are those of the processor's
/// clock.
struct NpuCounters {
  Cycles total = 0;
  // Cycles in which the host was working.
  Cycles idle = 0;
  Cycles mac_active = 0;
  // Cycles in which the MAC array had a kernel but waited for its input.
  Cycles mac_stalled_by_ifm = 0;
  // Cycles in which the MAC array waited because weights had not arrived from memory, or because
  // the weight decoder had not decoded them yet.
  Cycles mac_stalled_by_weights = 0;
  // Cycles in which the MAC array waited for a free accumulator.
  Cycles mac_stalled_by_output = 0;
  Cycles output_active = 0;
  // Cycles in which the results of the output engine could not be written yet.
  Cycles output_stalled = 0;
  std::vector<PortCounters> ports;

  Cycles active() const { return total - idle; }
};

}  // namespace spillway
