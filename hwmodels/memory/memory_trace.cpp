// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memory_trace.h"

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/text.h"

namespace spillway {
namespace {

constexpr Bytes most_bytes = Bytes{1} << 30;
constexpr std::int64_t most_address = std::int64_t{1} << 47;

TraceRequest parse_line(std::string_view line, const SourceLocation& where) {
  const std::vector<std::string> cells = split(line, ',');
  const auto fail = [&where](const std::string& message) -> UserError {
    return {ExitCode::input_file, where, message};
  };
  if (cells.size() != 3) throw fail(fmt::format("expected op,addr,bytes, found '{}'", line));
  const std::string_view op = trim(cells[0]);
  if (op != "R" && op != "W") throw fail(fmt::format("op '{}': expected R or W", op));
  const auto address = parse_integer(trim(cells[1]));
  if (!address || *address < 0 || *address > most_address) {
    throw fail(fmt::format("addr '{}': expected 0 to 2^47", cells[1]));
  }
  const auto bytes = parse_integer(trim(cells[2]));
  if (!bytes || *bytes < 1 || *bytes > most_bytes) {
    throw fail(fmt::format("bytes '{}': expected 1 to 2^30", cells[2]));
  }
  return {static_cast<Address>(*address), *bytes, op == "W"};
}

}  // namespace

MemoryTrace parse_memory_trace(std::string_view csv, const std::string& file) {
  MemoryTrace trace;
  int line_number = 0;
  while (!csv.empty()) {
    const std::size_t end = csv.find('\n');
    const std::string_view line = trim(csv.substr(0, end));
    csv.remove_prefix(end == std::string_view::npos ? csv.size() : end + 1);
    ++line_number;
    const bool header = line_number == 1 && line == "op,addr,bytes";
    if (!line.empty() && !header) trace.push_back(parse_line(line, {file, line_number}));
  }
  if (trace.empty()) throw UserError(ExitCode::input_file, {file}, "the trace has no requests");
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

MemoryTrace split_requests(const MemoryTrace& trace, Bytes granule) {
  MemoryTrace pieces;
  const auto step = static_cast<Address>(granule);
  for (const TraceRequest& request : trace) {
    const Address end = request.address + static_cast<Address>(request.bytes);
    for (Address at = request.address; at < end;) {
      const Address next = std::min(end, (at / step + 1) * step);
      pieces.push_back({at, static_cast<Bytes>(next - at), request.write});
      at = next;
    }
  }
  return pieces;
}

}  // namespace spillway
