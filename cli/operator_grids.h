// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "experiments/answers/operator_grid.h"

namespace spillway::cli {

/// Writes tables of operators by runs in the form of --format, or as text without that option.
std::string grids_text(const std::vector<OperatorGrid>& grids, const Arguments& arguments,
                       const Console& console);

}  // namespace spillway::cli
