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

// Splits every record at multiples of `burst` bytes. Calls `write` for each piece, in order of
// time; `write` appends text. Returns the whole text.
template <typename Write>
std::string in_bursts(std::vector<TrafficRecord>& records, Bytes burst, Write write) {
  order_by_time(records);
  fmt::memory_buffer text;
  const auto step = static_cast<Address>(burst);
  for (const TrafficRecord& record : records) {
    const Address end = record.address + static_cast<Address>(std::max(record.bytes, 1));
    TrafficRecord piece = record;
    while (piece.address < end) {
      const Address next = std::min(end, (piece.address / step + 1) * step);
      piece.bytes = static_cast<std::int32_t>(next - piece.address);
      write(std::back_inserter(text), piece);
      piece.address = next;
    }
  }
  return fmt::to_string(text);
}

// Returns the first clock at or after the time of the record.
Cycles clock_of(const TrafficRecord& record, const TrafficUnits& units) {
  return (record.time + units.clock - 1) / units.clock;
}

}  // namespace

std::string stl_trace(std::vector<TrafficRecord> records, const TrafficUnits& units) {
  constexpr double ps_per_us = 1e6;
  return fmt::format("# clkMhz {:.6g}\n", ps_per_us / static_cast<double>(units.clock)) +
         in_bursts(records, units.burst, [&](auto out, const TrafficRecord& record) {
           fmt::format_to(out, "{}: ({}) {} {:#x}\n", clock_of(record, units), record.bytes,
                          record.write ? "write" : "read", record.address);
         });
}

std::string dramsim3_trace(std::vector<TrafficRecord> records, const TrafficUnits& units) {
  const auto burst = static_cast<Address>(units.burst);
  return in_bursts(records, units.burst, [&](auto out, const TrafficRecord& record) {
    fmt::format_to(out, "{:#x} {} {}\n", record.address / burst * burst,
                   record.write ? "WRITE" : "READ", clock_of(record, units));
  });
}

std::string ramulator_trace(std::vector<TrafficRecord> records, const TrafficUnits& units) {
  const auto burst = static_cast<Address>(units.burst);
  return in_bursts(records, units.burst, [&](auto out, const TrafficRecord& record) {
    fmt::format_to(out, "{} {:#x}\n", record.write ? "ST" : "LD", record.address / burst * burst);
  });
}

std::string csv_traffic(std::vector<TrafficRecord> records) {
  order_by_time(records);
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "op,addr,bytes,time_ns\n");
  for (const TrafficRecord& record : records) {
    fmt::format_to(std::back_inserter(text), "{},{:#x},{},{}.{:03}\n", record.write ? 'W' : 'R',
                   record.address, record.bytes, record.time / 1000, record.time % 1000);
  }
  return fmt::to_string(text);
}

}  // namespace spillway
