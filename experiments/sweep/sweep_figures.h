// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "experiments/point/design_point.h"
#include "traces/csv/operator_figures.h"

namespace spillway {

/// A quantity that is computed from the result of every point of a sweep. Each quantity has a
/// column in the CSV and in the HTML pages of a sweep, and a row in a table of docs/formats.md.
struct SweepFigure {
  const char* name;     // name of the column, with its unit; MEMORY stands for the name of a memory
  const char* meaning;  // description in one line
  /// Returns the value at a point. `memory` is an index into Timing::memories; 0 if the quantity
  /// does not belong to a memory.
  FigureValue (*value)(const PointResult& result, std::size_t memory);
};

/// Returns all quantities, each once, in the order of their columns in the CSV of a sweep. The
/// columns follow the column `excess_bytes`. A quantity whose name contains MEMORY has one column
/// per memory. Neighbouring quantities of this kind have their columns together: first the columns
/// of all these quantities for the first memory, then those for the second memory, and so on.
const std::vector<SweepFigure>& sweep_figures();

}  // namespace spillway
