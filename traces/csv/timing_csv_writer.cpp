// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "traces/csv/csv_reader.h"
#include "traces/csv/operator_figures.h"
#include "traces/csv/timing_csv.h"

namespace spillway {
namespace {

void append_cell(const std::string& cell, std::string& line) {
  line += (line.empty() ? "" : ",") + cell;
}

std::string header(const Timing& timing) {
  std::string line;
  for_each_column(operator_figures(), timing.memories.size(),
                  [&](const OperatorFigure& figure, std::size_t memory) {
                    const std::string name =
                        memory < timing.memories.size() ? timing.memories[memory].name : "";
                    append_cell(figure_name(figure.name, name), line);
                  });
  return line + "\n";
}

std::string row(const Timing& timing, std::size_t op) {
  std::string line;
  for_each_column(operator_figures(), timing.memories.size(),
                  [&](const OperatorFigure& figure, std::size_t memory) {
                    append_cell(cell_of(figure.value(timing, op, memory)), line);
                  });
  return line + "\n";
}

/// Returns a CSV line with `cell` appended; the line unchanged if `cell` is empty.
std::string with_last_cell(std::string line, const std::string& cell) {
  if (!cell.empty()) line.insert(line.size() - 1, "," + cell);
  return line;
}

/// Returns cycles of a clock with the rate `khz`, converted to ticks of a clock with the rate
/// `tick_khz` and rounded to the nearest tick.
Cycles in_ticks(Cycles cycles, Kilohertz khz, Kilohertz tick_khz) {
  return cycles / khz * tick_khz + (2 * (cycles % khz) * tick_khz + khz) / (2 * khz);
}

}  // namespace

std::string format_microseconds(Picoseconds time) {
  constexpr Picoseconds ps_per_us = 1'000'000;
  return fmt::format("{}.{:06}", time / ps_per_us, time % ps_per_us);
}

std::string cell_of(const FigureValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *number);
  return text_cell(std::get<std::string>(value));
}

std::string write_timing_csv(const Timing& timing, Kilohertz tick_khz) {
  std::string csv = with_last_cell(header(timing), tick_khz > 0 ? "ticks" : "");
  for (std::size_t i = 0; i < timing.operators.size(); ++i) {
    const OperatorTiming& op = timing.operators[i];
    const auto ticks = [&](Cycles cycles) { return in_ticks(cycles, timing.clock.khz, tick_khz); };
    const std::string cell =
        tick_khz > 0 ? std::to_string(ticks(op.end) - ticks(op.start)) : std::string();
    csv += with_last_cell(row(timing, i), cell);
  }
  return csv;
}

}  // namespace spillway
