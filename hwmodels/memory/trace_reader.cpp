// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/trace_reader.h"

#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace spillway {
namespace {

constexpr Bytes most_bytes = Bytes{1} << 30;
constexpr std::int64_t most_address = std::int64_t{1} << 47;
constexpr Picoseconds most_time = Picoseconds{1} << 60;  // 13 days

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!(line = trim(line)).empty()) {
    const std::size_t end = line.find_first_of(" \t");
    words.push_back(line.substr(0, end));
    line.remove_prefix(words.back().size());
  }
  return words;
}

std::optional<double> parse_decimal(std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  const bool whole = end != copy.c_str() && *end == '\0';
  return whole && std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
}

}  // namespace

TraceReader::TraceReader(std::istream& stream, std::string file, const TraceDefaults& defaults)
    : stream_(stream), file_(std::move(file)), defaults_(defaults) {}

std::optional<TraceRequest> TraceReader::next() {
  std::string text;
  while (std::getline(stream_, text)) {
    ++line_;
    const std::string_view line = trim(text);
    const bool header = line == "op,addr,bytes" || line == "op,addr,bytes,time_ns";
    if (line.empty() || (header && line_ == 1)) continue;
    if (line[0] == '#') {
      read_comment(line);
      continue;
    }
    const TraceRequest request = parse(line);
    check(request);
    any_ = true;
    last_time_ = request.time;
    return request;
  }
  if (!any_) throw UserError(ExitCode::input_file, {file_}, "the trace has no requests");
  return std::nullopt;
}

UserError TraceReader::fail(const std::string& message) const {
  return {ExitCode::input_file, {file_, line_}, message};
}

void TraceReader::read_comment(std::string_view line) {
  const std::vector<std::string_view> words = words_of(line.substr(1));
  if (words.size() < 2 || words[0] != "clkMhz") return;
  constexpr double ps_per_us = 1e6;
  constexpr double fastest_mhz = 1e5;
  const auto mhz = parse_decimal(words[1]);
  if (!mhz || *mhz <= 0 || *mhz > fastest_mhz) {
    throw fail(fmt::format("clkMhz '{}': expected a clock in MHz", words[1]));
  }
  defaults_.clock = std::llround(ps_per_us / *mhz);
}

TraceRequest TraceReader::parse(std::string_view line) const {
  if (line.find(',') != std::string_view::npos) return parse_csv(line);
  const std::size_t colon = line.find(':');
  if (colon != std::string_view::npos) return parse_stl(line, colon);
  const std::vector<std::string_view> words = words_of(line);
  if (words.size() == 2 && (words[0] == "LD" || words[0] == "ST")) {
    return {parse_address(words[1]), defaults_.bytes, words[0] == "ST"};
  }
  if (words.size() == 3 && (words[1] == "READ" || words[1] == "WRITE")) {
    return {parse_address(words[0]), defaults_.bytes, words[1] == "WRITE", parse_clock(words[2])};
  }
  throw fail(fmt::format("expected op,addr,bytes, found '{}'", line));
}

TraceRequest TraceReader::parse_csv(std::string_view line) const {
  const std::vector<std::string> cells = split(line, ',');
  if (cells.size() != 3 && cells.size() != 4) {
    throw fail(fmt::format("expected op,addr,bytes, found '{}'", line));
  }
  const std::string_view op = trim(cells[0]);
  if (op != "R" && op != "W") throw fail(fmt::format("op '{}': expected R or W", op));
  TraceRequest request{parse_address(trim(cells[1])), parse_bytes(trim(cells[2])), op == "W"};
  if (cells.size() == 4) {
    constexpr double ps_per_ns = 1000;
    const auto ns = parse_decimal(trim(cells[3]));
    if (!ns || *ns < 0 || *ns * ps_per_ns > static_cast<double>(most_time)) {
      throw fail(fmt::format("time_ns '{}': expected 0 to 10^15", cells[3]));
    }
    request.time = std::llround(*ns * ps_per_ns);
  }
  return request;
}

TraceRequest TraceReader::parse_stl(std::string_view line, std::size_t colon) const {
  const std::vector<std::string_view> words = words_of(line.substr(colon + 1));
  const bool sized = words.size() > 2 && words[0].front() == '(' && words[0].back() == ')';
  const std::size_t first = sized ? 1 : 0;
  // In traces of DRAMSys, the data of a write can stand after the address. They are ignored,
  // because data have no influence on time.
  if (words.size() < first + 2 || (words[first] != "read" && words[first] != "write")) {
    throw fail(fmt::format("expected clock: (bytes) read|write addr, found '{}'", line));
  }
  TraceRequest request;
  request.time = parse_clock(trim(line.substr(0, colon)));
  request.bytes = sized ? parse_bytes(words[0].substr(1, words[0].size() - 2)) : defaults_.bytes;
  request.write = words[first] == "write";
  request.address = parse_address(words[first + 1]);
  return request;
}

Address TraceReader::parse_address(std::string_view text) const {
  const auto address = parse_integer(text);
  if (!address || *address < 0 || *address > most_address) {
    throw fail(fmt::format("addr '{}': expected 0 to 2^47", text));
  }
  return static_cast<Address>(*address);
}

Bytes TraceReader::parse_bytes(std::string_view text) const {
  const auto bytes = parse_integer(text);
  if (!bytes || *bytes < 1 || *bytes > most_bytes) {
    throw fail(fmt::format("bytes '{}': expected 1 to 2^30", text));
  }
  return *bytes;
}

Picoseconds TraceReader::parse_clock(std::string_view text) const {
  const auto clock = parse_integer(text);
  if (!clock || *clock < 0 || *clock > most_time / defaults_.clock) {
    throw fail(fmt::format("clock '{}': expected 0 to {}", text, most_time / defaults_.clock));
  }
  return *clock * defaults_.clock;
}

void TraceReader::check(const TraceRequest& request) const {
  if (request.time < last_time_) throw fail("the time is before that of the request above");
  if (defaults_.capacity == 0) return;
  const Address end = request.address + static_cast<Address>(request.bytes);
  if (end > static_cast<Address>(defaults_.capacity)) {
    throw fail(fmt::format("addresses {:#x} to {:#x} lie beyond the memory's {} bytes",
                           request.address, end - 1, defaults_.capacity));
  }
}

}  // namespace spillway
