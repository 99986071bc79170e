// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "experiments/answers/operator_grid.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// The times of each network's operators (rows) at the points of a sweep (columns), simulated in up
/// to `workers` processes. The head of a column names the values in which its point differs from
/// other points of the network. Points without a plan are left out. Throws UserError(interrupted)
/// after SIGINT.
std::vector<OperatorGrid> sweep_grids(SweepTable& table, std::size_t workers);

}  // namespace spillway
