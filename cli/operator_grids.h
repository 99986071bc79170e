// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "experiments/answers/operator_grid.h"

namespace spillway::cli {

/// Formats tables of operators by runs, in the form that --format names or, without it, as text.
std::string grids_text(const std::vector<OperatorGrid>& grids, const Arguments& arguments,
                       const Console& console);

}  // namespace spillway::cli
