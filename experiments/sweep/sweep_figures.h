// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "experiments/point/design_point.h"
#include "traces/operator_figures.h"

namespace spillway {

/// What a sweep says of a point that was simulated: a column of its CSV and its pages, and a row of
/// the table in docs/formats.md.
struct SweepFigure {
  const char* name;     // of the column, with its unit; MEMORY stands for the name of a memory
  const char* meaning;  // one line
  /// `memory` is an index into Timing::memories, 0 for figures that are of no memory.
  FigureValue (*value)(const PointResult& result, std::size_t memory);
};

/// In the order of the columns behind `excess_bytes`; figures of memories that follow each other
/// are told memory by memory.
const std::vector<SweepFigure>& sweep_figures();

}  // namespace spillway
