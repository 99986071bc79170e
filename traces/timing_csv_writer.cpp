// SPDX-License-Identifier: Apache-2.0
#include <iterator>

#include <fmt/format.h>

#include "traces/csv_reader.h"
#include "traces/timing_csv.h"

namespace spillway {
namespace {

void append_header(const Timing& timing, std::string& csv) {
  csv += "operator,name,type,start_cycles,end_cycles,total_cycles,compute_cycles";
  for (const MemoryActivity& memory : timing.memories) {
    csv += fmt::format(",stall_{}_cycles", memory.name);
  }
  csv += ",dma_wait_cycles,overhead_cycles";
  for (const MemoryActivity& memory : timing.memories) {
    csv += fmt::format(",{0}_read_bytes,{0}_write_bytes", memory.name);
  }
  csv += ",macs,latency_us,clock_khz,note\n";
}

void append_row(const Timing& timing, std::size_t index, std::string& csv) {
  const OperatorTiming& op = timing.operators[index];
  const auto out = std::back_inserter(csv);
  fmt::format_to(out, "{},{},{},{},{},{},{}", index, text_cell(op.name), text_cell(op.type),
                 op.start, op.end, op.total(), op.compute);
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    fmt::format_to(out, ",{}", op.memory_stall.at(m));
  }
  fmt::format_to(out, ",{},{}", op.dma_wait, op.overhead);
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    fmt::format_to(out, ",{},{}", op.read_bytes.at(m), op.write_bytes.at(m));
  }
  const Picoseconds latency = timing.clock.to_time(op.end) - timing.clock.to_time(op.start);
  fmt::format_to(out, ",{},{},{},{}\n", op.macs, format_microseconds(latency), timing.clock.khz,
                 text_cell(op.note));
}

}  // namespace

std::string format_microseconds(Picoseconds time) {
  constexpr Picoseconds ps_per_us = 1'000'000;
  return fmt::format("{}.{:06}", time / ps_per_us, time % ps_per_us);
}

std::string write_timing_csv(const Timing& timing) {
  std::string csv;
  append_header(timing, csv);
  for (std::size_t i = 0; i < timing.operators.size(); ++i) append_row(timing, i, csv);
  return csv;
}

}  // namespace spillway
