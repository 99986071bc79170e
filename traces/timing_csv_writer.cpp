// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "traces/csv_reader.h"
#include "traces/operator_figures.h"
#include "traces/timing_csv.h"

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

}  // namespace

std::string format_microseconds(Picoseconds time) {
  constexpr Picoseconds ps_per_us = 1'000'000;
  return fmt::format("{}.{:06}", time / ps_per_us, time % ps_per_us);
}

std::string cell_of(const FigureValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *number);
  return text_cell(std::get<std::string>(value));
}

std::string write_timing_csv(const Timing& timing) {
  std::string csv = header(timing);
  for (std::size_t i = 0; i < timing.operators.size(); ++i) csv += row(timing, i);
  return csv;
}

}  // namespace spillway
