// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "experiments/point/design_point.h"
#include "traces/csv/operator_figures.h"

namespace spillway {

/// A figure of a simulated point: a column of the sweep's CSV and pages, and a row of the table in
/// docs/formats.md.
struct SweepFigure {
  const char* name;     // name of the column, with its unit; MEMORY stands for the name of a memory
  const char* meaning;  // one line
  /// `memory` is an index into Timing::memories; 0 for figures that do not belong to a memory.
  FigureValue (*value)(const PointResult& result, std::size_t memory);
};

/// In the order of the columns after `excess_bytes`. Adjacent figures of memories are grouped by
/// memory: all of the first memory, then all of the second, and so on.
const std::vector<SweepFigure>& sweep_figures();

}  // namespace spillway
