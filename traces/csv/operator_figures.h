// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "traces/timing.h"

namespace spillway {

using FigureValue = std::variant<std::int64_t, std::string>;

/// A quantity that is reported for each operator of a run. Each figure is a column of the
/// per-operator CSV, a field of the result JSON, and a row of a table in docs/formats.md.
struct OperatorFigure {
  /// The name of the column, with its unit. "MEMORY" in the name is a placeholder for the name of a
  /// memory.
  const char* name;
  /// An explanation in one line, for the documents.
  const char* meaning;
  /// Returns the figure of operator `op`. `memory` is an index into Timing::memories, and 0 for a
  /// figure that does not exist per memory.
  FigureValue (*value)(const Timing& timing, std::size_t op, std::size_t memory);
  /// Whether the result JSON has the figure for each operator. If false, the result JSON has the
  /// figure at most once, for the whole run.
  bool in_result = true;
};

/// Returns the value as text of a CSV cell.
std::string cell_of(const FigureValue& value);

/// Returns all figures in the order of the columns. Consecutive figures that exist per memory form
/// a group. The CSV has the columns of the whole group for the first memory, then the columns of
/// the whole group for the second memory, and so on.
const std::vector<OperatorFigure>& operator_figures();

/// Whether the figure with this name exists once per memory.
bool is_per_memory(const char* figure);

/// Returns the name of a figure with the name of a memory in the place of MEMORY. If `memory` is
/// empty, removes `MEMORY_` from the name.
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
