// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memory_trace.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "hwmodels/memory/trace_reader.h"

namespace spillway {

RequestSource requests_of(const MemoryTrace& trace) {
  return [&trace, next = std::size_t{0}]() mutable -> std::optional<TraceRequest> {
    if (next == trace.size()) return std::nullopt;
    return trace[next++];
  };
}

MemoryTrace parse_memory_trace(std::string_view text, const std::string& file) {
  std::istringstream stream{std::string(text)};
  TraceReader reader(stream, file, {});
  MemoryTrace trace;
  while (const auto request = reader.next()) trace.push_back(*request);
  return trace;
}

std::string format_memory_trace(const MemoryTrace& trace) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "op,addr,bytes\n");
  for (const TraceRequest& request : trace) {
    fmt::format_to(std::back_inserter(text), "{},{:#x},{}\n", request.write ? 'W' : 'R',
                   request.address, request.bytes);
  }
  return fmt::to_string(text);
}

RequestSource split_requests(RequestSource requests, Bytes granule) {
  const auto step = static_cast<Address>(granule);
  return [requests = std::move(requests), step,
          rest = TraceRequest{}]() mutable -> std::optional<TraceRequest> {
    if (rest.bytes == 0) {
      const auto next = requests();
      if (!next) return std::nullopt;
      rest = *next;
    }
    TraceRequest piece = rest;
    piece.bytes = std::min(rest.bytes, static_cast<Bytes>(step - rest.address % step));
    rest.address += static_cast<Address>(piece.bytes);
    rest.bytes -= piece.bytes;
    return piece;
  };
}

MemoryTrace split_requests(const MemoryTrace& trace, Bytes granule) {
  const RequestSource source = split_requests(requests_of(trace), granule);
  MemoryTrace pieces;
  while (const auto piece = source()) pieces.push_back(*piece);
  return pieces;
}

}  // namespace spillway
