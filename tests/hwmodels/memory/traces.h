// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hwmodels/memory/memory_trace.h"
#include "hwmodels/memory/trace_patterns.h"
#include "hwmodels/memory/trace_reader.h"

namespace spillway {

/// A memory trace whose requests are all in memory. The program itself reads traces one request at
/// a time.
using MemoryTrace = std::vector<TraceRequest>;

inline MemoryTrace collected(const RequestSource& source) {
  MemoryTrace trace;
  while (const auto request = source()) trace.push_back(*request);
  return trace;
}

/// Returns a source of the requests of `trace`. `trace` must outlive the source.
inline RequestSource requests_of(const MemoryTrace& trace) {
  return [&trace, next = std::size_t{0}]() mutable -> std::optional<TraceRequest> {
    if (next == trace.size()) return std::nullopt;
    return trace[next++];
  };
}

/// Reads a whole trace in any format that TraceReader can read.
inline MemoryTrace parse_memory_trace(const std::string& text, const std::string& file) {
  std::istringstream stream(text);
  TraceReader reader(stream, file, {});
  return collected([&] { return reader.next(); });
}

inline std::string format_memory_trace(const MemoryTrace& trace) {
  std::string text = "op,addr,bytes\n";
  for (const TraceRequest& request : trace) {
    text += fmt::format("{},{:#x},{}\n", request.write ? 'W' : 'R', request.address, request.bytes);
  }
  return text;
}

/// Returns the requests, each split at the multiples of `granule` bytes.
inline MemoryTrace split_requests(const MemoryTrace& trace, Bytes granule) {
  return collected(split_requests(requests_of(trace), granule));
}

/// Returns the requests of a pattern (pattern_requests()), for a memory of unlimited size.
inline MemoryTrace make_trace(const std::string& pattern, std::int64_t blocks,
                              std::uint64_t seed = 1) {
  return collected(pattern_requests(pattern, blocks, seed));
}

inline TraceResult run_memory_trace(MemoryTiming& memory, const MemoryTrace& trace,
                                    int outstanding) {
  return run_memory_trace(memory, requests_of(trace), outstanding);
}

}  // namespace spillway
