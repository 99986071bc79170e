// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "experiments/answers/operator_grid.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// Simulates the points of a sweep in up to `workers` processes. Returns a grid for each network,
/// with the times of its operators (rows) at the points (columns), in microseconds. The head of a
/// column shows what distinguishes its point from the other points of the network. Points without a
/// plan are left out. Throws UserError(interrupted) after one of ending_signals.
std::vector<OperatorGrid> sweep_grids(SweepTable& table, std::size_t workers);

}  // namespace spillway
