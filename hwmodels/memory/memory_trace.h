// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "hwmodels/memory/memory_timing.h"

namespace spillway {

struct TraceRequest {
  Address address = 0;
  Bytes bytes = 0;
  bool write = false;
  Picoseconds time = 0;  // not issued before; never decreases
};

using MemoryTrace = std::vector<TraceRequest>;

/// Hands out requests one by one, and nothing after the last.
using RequestSource = std::function<std::optional<TraceRequest>()>;

/// The requests of `trace`, which must outlive the source.
RequestSource requests_of(const MemoryTrace& trace);

/// Reads a whole trace of any form that TraceReader knows.
MemoryTrace parse_memory_trace(std::string_view text, const std::string& file);
std::string format_memory_trace(const MemoryTrace& trace);

/// Cuts every request at the multiples of `granule` bytes.
RequestSource split_requests(RequestSource requests, Bytes granule);
MemoryTrace split_requests(const MemoryTrace& trace, Bytes granule);

/// Latency of requests from arrival to their last data.
struct LatencySummary {
  Picoseconds mean = 0;
  Picoseconds p50 = 0;
  Picoseconds p99 = 0;
  Picoseconds max = 0;
};

struct TraceResult {
  std::int64_t requests = 0;
  Bytes bytes = 0;
  Picoseconds elapsed = 0;  // from time 0 to the last data
  LatencySummary latency;
  std::int64_t peak_bytes_per_second = 0;
  MemoryStatistics statistics;
  std::optional<MemoryEnergy> energy;

  double bytes_per_second() const;
  /// Share of the data bus' time that data moved, 0 to 1. For a memory without a data bus of its
  /// own, the share of its peak bandwidth; 0 when that is unlimited.
  double utilisation() const;
};

/// Runs requests alone on `memory`, which is reset first. They are issued in order, each at its
/// time or later, at most `outstanding` at a time; 0 = as many as the memory's window holds, each
/// arriving when the memory takes it. Needs memory for the requests in flight only.
TraceResult run_memory_trace(MemoryTiming& memory, const RequestSource& requests, int outstanding);
TraceResult run_memory_trace(MemoryTiming& memory, const MemoryTrace& trace, int outstanding);

/// The result as JSON, with what was run.
std::string trace_result_json(const TraceResult& result, const std::string& part,
                              const std::string& trace, const std::string& queue, int outstanding);

}  // namespace spillway
