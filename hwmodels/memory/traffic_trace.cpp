// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/traffic_trace.h"

#include <algorithm>

#include <fmt/format.h>

namespace spillway {
namespace {

void order_by_time(std::vector<TrafficRecord>& records) {
  std::stable_sort(records.begin(), records.end(),
                   [](const TrafficRecord& a, const TrafficRecord& b) { return a.time < b.time; });
}

}  // namespace

std::string stl_trace(std::vector<TrafficRecord> records, const ClockDomain& clock) {
  order_by_time(records);
  fmt::memory_buffer text;
  for (const TrafficRecord& record : records) {
    fmt::format_to(std::back_inserter(text), "{}: {} {:#x}\n", clock.to_cycles(record.time),
                   record.write ? "write" : "read", record.address);
  }
  return fmt::to_string(text);
}

std::string ramulator_trace(std::vector<TrafficRecord> records) {
  order_by_time(records);
  fmt::memory_buffer text;
  for (const TrafficRecord& record : records) {
    fmt::format_to(std::back_inserter(text), "{} {:#x}\n", record.write ? "ST" : "LD",
                   record.address);
  }
  return fmt::to_string(text);
}

}  // namespace spillway
