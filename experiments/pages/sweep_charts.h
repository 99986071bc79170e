// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/rows/sweep_cells.h"
#include "experiments/rows/sweep_rows.h"
#include "report/pages/heat_drawing.h"
#include "report/pages/scatter_drawing.h"

namespace spillway {

/// Returns heat maps of a sweep, each over two of its parameters. The points of a map have the same
/// other parameters, except capacities of memories, planner, allocator and options that the user is
/// free to choose (competes()). First come all maps over the two parameters with the most values.
/// Maps over other pairs of parameters follow as long as they make the page only a little larger.
/// Returns no maps if fewer than two parameters vary. `columns` and `rows` are of the same CSV.
std::vector<HeatMap> heat_maps(const std::vector<SweepColumn>& columns, const SweepRows& rows);

/// Returns the scatter plot of a sweep, at first latency against spilled bytes. The points of a
/// planner and allocator are a series. Returns nullopt if fewer than two quantities vary.
std::optional<ScatterPlot> scatter_plot(const std::vector<SweepColumn>& columns);

}  // namespace spillway
