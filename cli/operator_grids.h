// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "experiments/answers/operator_grid.h"

namespace spillway::cli {

/// Tables of operators by runs, in the form of --format, or for people where there is none.
std::string grids_text(const std::vector<OperatorGrid>& grids, const Arguments& arguments,
                       const Console& console);

}  // namespace spillway::cli
