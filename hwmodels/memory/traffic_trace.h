// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// One burst as it reached a memory.
struct TrafficRecord {
  Picoseconds time = 0;
  Address address = 0;
  bool write = false;
};

/// The records as a DRAMSys .stl trace, `clock: read|write 0xaddress`, in clocks of `clock`. The
/// records are ordered by time first; those of one time keep their order.
std::string stl_trace(std::vector<TrafficRecord> records, const ClockDomain& clock);

/// The records as a Ramulator load-store trace, `LD|ST 0xaddress`, in order of time.
std::string ramulator_trace(std::vector<TrafficRecord> records);

}  // namespace spillway
