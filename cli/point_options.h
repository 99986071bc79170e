// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"
#include "experiments/point/design_point.h"

namespace spillway::cli {

/// Options by which `run`, `compare` and others choose target, memories and planner.
void add_point_options(boost::program_options::options_description& options);

/// The design point that the options describe. Throws UserError(usage) for bad values.
DesignPoint read_point(const Arguments& arguments);
/// The same with another planner than --planner names.
DesignPoint read_point(const Arguments& arguments, const std::string& planner);

/// `NAME=SIZE` pairs of --memory.
std::vector<std::pair<std::string, Bytes>> read_capacities(const Arguments& arguments,
                                                           const std::string& option);

}  // namespace spillway::cli
