// SPDX-License-Identifier: Apache-2.0
#include "traces/csv/operator_figures.h"

#include <string_view>

#include "traces/csv/timing_csv.h"

namespace spillway {
namespace {

constexpr std::string_view memory_mark = "MEMORY";

const OperatorTiming& at_op(const Timing& timing, std::size_t op) { return timing.operators[op]; }

template <auto Member>
FigureValue member(const Timing& timing, std::size_t op, std::size_t /*memory*/) {
  return at_op(timing, op).*Member;
}

// Returns the figure that is stored in the vector `Member` of OperatorTiming, which has one element
// per memory.
template <auto Member>
FigureValue of_memory(const Timing& timing, std::size_t op, std::size_t memory) {
  return (at_op(timing, op).*Member).at(memory);
}

FigureValue number(const Timing& /*timing*/, std::size_t op, std::size_t /*memory*/) {
  return static_cast<std::int64_t>(op);
}

FigureValue total(const Timing& timing, std::size_t op, std::size_t /*memory*/) {
  return at_op(timing, op).total();
}

FigureValue latency(const Timing& timing, std::size_t op, std::size_t /*memory*/) {
  const OperatorTiming& timed = at_op(timing, op);
  return format_microseconds(timing.clock.to_time(timed.end) - timing.clock.to_time(timed.start));
}

FigureValue clock(const Timing& timing, std::size_t /*op*/, std::size_t /*memory*/) {
  return timing.clock.khz;
}

}  // namespace

const std::vector<OperatorFigure>& operator_figures() {
  using Op = OperatorTiming;
  static const std::vector<OperatorFigure> figures = {
      {"operator", "number, from 0", number, false},
      {"name", "of the operator", member<&Op::name>},
      {"type", "of the operator", member<&Op::type>},
      {"start_cycles", "where its interval begins: where the previous operator's ended",
       member<&Op::start>},
      {"end_cycles", "where its interval ends", member<&Op::end>},
      {"total_cycles", "end - start = compute + all stalls + dma_wait + overhead + host, exactly",
       total},
      {"compute_cycles", "an engine of the processor worked", member<&Op::compute>},
      {"stall_MEMORY_cycles", "every engine waited for that memory", of_memory<&Op::memory_stall>},
      {"dma_wait_cycles", "the processor waited for a transfer to finish", member<&Op::dma_wait>},
      {"overhead_cycles", "command parsing, dispatch", member<&Op::overhead>},
      {"host_cycles", "the CPU ran the operator, its memory accesses included", member<&Op::host>},
      {"MEMORY_read_bytes", "read in the interval, by the processor and its DMA, in whole beats",
       of_memory<&Op::read_bytes>},
      {"MEMORY_write_bytes",
       "written in the interval, by the processor and its DMA, in whole beats",
       of_memory<&Op::write_bytes>},
      {"MEMORY_useful_bytes", "of both, those that were asked for", of_memory<&Op::useful_bytes>},
      {"macs", "multiply-accumulates", member<&Op::macs>},
      {"latency_us", "the interval as microseconds, exact to a picosecond", latency, false},
      {"clock_khz", "the clock of all cycle columns, the same in every row", clock, false},
      {"note", "what to know about the row: `cpu`, `unvalidated cost`, ...", member<&Op::note>},
  };
  return figures;
}

bool is_per_memory(const char* figure) {
  return std::string_view(figure).find(memory_mark) != std::string_view::npos;
}

std::string figure_name(const char* figure, const std::string& memory) {
  std::string name = figure;
  const std::size_t mark = name.find(memory_mark);
  if (mark == std::string::npos) return name;
  return name.replace(mark, memory_mark.size() + (memory.empty() ? 1 : 0), memory);
}

}  // namespace spillway
