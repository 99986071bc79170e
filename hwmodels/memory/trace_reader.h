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

/// Values that depend on the memory for which a trace is read.
struct TraceDefaults {
  Bytes bytes = 64;          // for requests without a length: burst of the device
  Picoseconds clock = 1000;  // unit of times, if the trace does not specify it
  Bytes capacity = 0;        // addresses must be below this value; 0 = no limit
};

/// Reads requests line by line. Each line may have any of these formats:
///   op,addr,bytes or op,addr,bytes,time_ns   R or W; the header line may be missing
///   clock: [(bytes)] read|write addr          DRAMSys .stl
///   addr READ|WRITE clock                     DRAMsim3
///   LD|ST addr                                Ramulator 2, load and store trace
/// Numbers are decimal or, after 0x, hexadecimal. A line `# clkMhz N` sets the unit of clocks;
/// other lines that begin with # are comments. Every mistake throws a UserError(input_file) with
/// file and line. A time before the time of the previous line, an address beyond the memory, and a
/// trace without requests are mistakes, too.
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
