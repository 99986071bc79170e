// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/units.h"
#include "hwmodels/memory/memory_trace.h"

namespace spillway {

/// What a trace leaves to the memory that it is read for.
struct TraceDefaults {
  Bytes bytes = 64;          // of requests without a length: the device's burst
  Picoseconds clock = 1000;  // unit of times, unless the trace says another
  Bytes capacity = 0;        // addresses from here on are refused; 0 = no limit
};

/// Reads requests line by line, in whichever of these forms each line is:
///   op,addr,bytes or op,addr,bytes,time_ns   R or W; the header line may be missing
///   clock: [(bytes)] read|write addr          DRAMSys .stl
///   addr READ|WRITE clock                     DRAMsim3
///   LD|ST addr                                Ramulator 2, load and store trace
/// Numbers are decimal or, behind 0x, hexadecimal. A line `# clkMhz N` gives the unit of the
/// clocks, other lines that begin with # are comments. Every mistake is a UserError(input_file)
/// with file and line: also a time before that of the line above, an address beyond the memory and
/// a trace without requests.
class TraceReader {
 public:
  TraceReader(std::istream& stream, std::string file, const TraceDefaults& defaults);

  std::optional<TraceRequest> next();

 private:
  UserError fail(const std::string& message) const;
  TraceRequest parse(std::string_view line) const;
  TraceRequest parse_csv(std::string_view line) const;
  TraceRequest parse_stl(std::string_view line, std::size_t colon) const;
  Address parse_address(std::string_view text) const;
  Bytes parse_bytes(std::string_view text) const;
  Picoseconds parse_clock(std::string_view text) const;
  void read_comment(std::string_view line);
  void check(const TraceRequest& request) const;

  std::istream& stream_;
  std::string file_;
  TraceDefaults defaults_;
  int line_ = 0;
  bool any_ = false;
  Picoseconds last_time_ = 0;
};

}  // namespace spillway
