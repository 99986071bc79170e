// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"
#include "experiments/point/design_point.h"

namespace spillway::cli {

/// Options of xcore.ai tiles: threads, placements, and what the kernels and xformer may do.
void add_xcore_options(boost::program_options::options_description& options);

/// Puts them into `point`. Throws UserError(usage) for bad values.
void read_xcore_options(const Arguments& arguments, DesignPoint& point);

}  // namespace spillway::cli
