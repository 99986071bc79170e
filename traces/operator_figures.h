// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "traces/timing.h"

namespace spillway {

/// A cell of a table of figures: a number, or text that may hold anything.
using FigureValue = std::variant<std::int64_t, std::string>;

/// What a run says of each of its operators: a column of the per-operator CSV, a field of the
/// result JSON, and a row of the table in docs/formats.md.
struct OperatorFigure {
  const char* name;     // of the column, with its unit; MEMORY stands for the name of a memory
  const char* meaning;  // one line
  /// `memory` is an index into Timing::memories, 0 for figures that are of no memory.
  FigureValue (*value)(const Timing& timing, std::size_t op, std::size_t memory);
  bool in_result = true;  // false: the result JSON says it once, for all operators
};

/// As a cell of a CSV holds it.
std::string cell_of(const FigureValue& value);

/// In the order of the columns; figures of memories that follow each other are told memory by
/// memory.
const std::vector<OperatorFigure>& operator_figures();

/// Whether there is one for every memory.
bool is_per_memory(const char* figure);

/// The name with that of a memory put in; "" leaves MEMORY_ out.
std::string figure_name(const char* figure, const std::string& memory);

/// Calls `take(figure, memory)` in the order of the columns; `memory` is 0 for figures of none.
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
