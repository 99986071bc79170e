// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "experiments/answers/operator_grid.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// The operators of every network by the points of a sweep, simulated in up to `workers` processes.
/// The head of a column has the values in which its point differs from the others of the network.
/// Points without a plan are left out. Throws UserError(interrupted) after SIGINT.
std::vector<OperatorGrid> sweep_grids(SweepTable& table, std::size_t workers);

}  // namespace spillway
