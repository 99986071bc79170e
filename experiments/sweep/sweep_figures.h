// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "experiments/point/design_point.h"
#include "traces/csv/operator_figures.h"

namespace spillway {

/// A quantity that is measured at every point of a sweep. Each quantity has a column in the CSV and
/// in the HTML pages of a sweep, and a row in a table of docs/formats.md.
struct SweepFigure {
  const char* name;     // name of the column, with its unit; MEMORY stands for the name of a memory
  const char* meaning;  // description in one line
  /// Returns the value at a point. `memory` is an index into Timing::memories; 0 if the quantity
  /// does not belong to a memory.
  FigureValue (*value)(const PointResult& result, std::size_t memory);
};

/// Returns all quantities, in the order of their columns after the column `excess_bytes`.
/// Consecutive quantities of memories are grouped by memory: first all quantities of the first
/// memory, then all quantities of the second memory, and so on.
const std::vector<SweepFigure>& sweep_figures();

}  // namespace spillway
