// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "traces/timing.h"

namespace spillway {

/// A value in a table of figures: a number, or arbitrary text.
using FigureValue = std::variant<std::int64_t, std::string>;

/// A figure of each operator of a run. It is a column of the per-operator CSV, a field of the
/// result JSON, and a row of the table in docs/formats.md.
struct OperatorFigure {
  const char* name;     // column name with unit; MEMORY stands for a memory's name
  const char* meaning;  // one line
  /// `memory` is an index into Timing::memories; 0 for figures that do not belong to a memory.
  FigureValue (*value)(const Timing& timing, std::size_t op, std::size_t memory);
  bool in_result = true;  // false: the result JSON has it once, for all operators
};

/// The text of a value in a CSV cell.
std::string cell_of(const FigureValue& value);

/// All figures in the order of the columns. Consecutive figures per memory are written memory by
/// memory.
const std::vector<OperatorFigure>& operator_figures();

/// Whether the figure exists once for every memory.
bool is_per_memory(const char* figure);

/// The figure's name with the memory's name for MEMORY; an empty `memory` removes MEMORY_.
std::string figure_name(const char* figure, const std::string& memory);

/// Calls `take(figure, memory)` in the order of the columns. `memory` is 0 for figures without one.
template <typename Figure, typename Take>
void for_each_column(const std::vector<Figure>& figures, std::size_t memories, const Take& take) {
  for (std::size_t begin = 0; begin < figures.size();) {
    std::size_t end = begin + 1;
    const bool of_memories = is_per_memory(figures[begin].name);
    while (of_memories && end < figures.size() && is_per_memory(figures[end].name)) ++end;
    for (std::size_t memory = 0; memory < (of_memories ? memories : 1); ++memory) {
      for (std::size_t i = begin; i < end; ++i) take(figures[i], memory);
    }
    begin = end;
  }
}

}  // namespace spillway
