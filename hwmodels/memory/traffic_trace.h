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
  std::int32_t bytes = 0;
};

/// How records are written for another simulator: split into bursts of the memory, with times in
/// clocks of the memory.
struct TrafficUnits {
  Bytes burst = 64;
  Picoseconds clock = 1000;
};

/// Returns the records as a DRAMSys .stl trace, `clock: (bytes) read|write 0xaddress`. Records are
/// sorted by time; records of the same time keep their order. A comment in the first line gives the
/// clock, for the clkMhz of DRAMSys's trace player.
std::string stl_trace(std::vector<TrafficRecord> records, const TrafficUnits& units);

/// Returns the records as a DRAMsim3 trace, `0xaddress READ|WRITE clock`, in whole bursts of the
/// memory.
std::string dramsim3_trace(std::vector<TrafficRecord> records, const TrafficUnits& units);

/// Returns the records as a Ramulator load-store trace, `LD|ST 0xaddress`, in order of time and in
/// whole bursts of the memory.
std::string ramulator_trace(std::vector<TrafficRecord> records, const TrafficUnits& units);

/// Returns the records as lines `op,addr,bytes,time_ns`.
std::string csv_traffic(std::vector<TrafficRecord> records);

}  // namespace spillway
