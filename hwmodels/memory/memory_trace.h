// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/units.h"
#include "hwmodels/memory/memory_timing.h"

namespace spillway {

struct TraceRequest {
  Address address = 0;
  Bytes bytes = 0;
  bool write = false;
  Picoseconds time = 0;  // the request is not issued before this time; times never decrease
};

/// A function that returns the requests of a trace one by one, then nullopt.
using RequestSource = std::function<std::optional<TraceRequest>()>;

/// Returns the requests, each split at the multiples of `granule` bytes.
RequestSource split_requests(RequestSource requests, Bytes granule);

/// The latencies of requests, from the arrival of a request to its completion.
struct LatencySummary {
  Picoseconds mean = 0;
  Picoseconds p50 = 0;
  Picoseconds p99 = 0;
  Picoseconds max = 0;
};

struct TraceResult {
  std::int64_t requests = 0;
  Bytes bytes = 0;
  Picoseconds elapsed = 0;  // from time 0 to the last completion, or the last data if it is later
  LatencySummary latency;
  std::int64_t peak_bytes_per_second = 0;
  MemoryStatistics statistics;
  std::optional<MemoryEnergy> energy;

  double bytes_per_second() const;
  /// Returns the share of the time up to the last data in which the data buses moved data, 0 to 1.
  /// For a memory model that does not count device bursts, returns the share of the peak bandwidth;
  /// 0 if the peak bandwidth is unlimited.
  double utilisation() const;
};

/// Runs requests on `memory`, which no other master uses and which is reset first. Requests are
/// issued in order, each at its time or later, with at most `outstanding` in flight. With
/// `outstanding` = 0, a request arrives as soon as the memory's window has a free place. Only the
/// requests in flight are stored, so `requests` may be of any length.
TraceResult run_memory_trace(MemoryTiming& memory, const RequestSource& requests, int outstanding);

/// Returns the result as JSON, with the settings of the run.
std::string trace_result_json(const TraceResult& result, const std::string& part,
                              const std::string& trace, const std::string& queue, int outstanding);

}  // namespace spillway
