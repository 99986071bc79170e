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
  /// The name of the column, with its unit. MEMORY stands for a memory's name.
  const char* name;
  /// An explanation of one line for the documents.
  const char* meaning;
  /// `memory` is an index into Timing::memories; 0 for figures that do not belong to a memory.
  FigureValue (*value)(const Timing& timing, std::size_t op, std::size_t memory);
  /// Whether each operator in the result JSON has this figure. If not, the JSON has the figure once
  /// for the whole run.
  bool in_result = true;
};

/// The text of a value for a CSV cell.
std::string cell_of(const FigureValue& value);

/// All figures in the order of the columns. If several consecutive figures exist per memory, all
/// columns of the first memory come first, then those of the second memory, and so on.
const std::vector<OperatorFigure>& operator_figures();

/// Whether the figure exists once for every memory.
bool is_per_memory(const char* figure);

/// Replaces MEMORY in the name of a figure by the name of a memory. If `memory` is empty, removes
/// `MEMORY_` from the name.
std::string figure_name(const char* figure, const std::string& memory);

/// Calls `take(figure, memory)` for every column, in order. `memory` is the index of a memory; it
/// is 0 for figures that do not exist per memory.
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
