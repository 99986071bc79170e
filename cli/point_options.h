// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "experiments/point/option_table.h"
#include "traces/network.h"

namespace spillway::cli {

/// One option of the table, as `run` takes it.
void add_point_option(boost::program_options::options_description& options,
                      const PointOption& option);

/// Adds the options by which `run`, `compare` and `explain` choose everything besides the network,
/// in the order of the stages that they change.
void add_point_options(boost::program_options::options_description& options,
                       const std::vector<std::string>& left_out = {});

/// Adds the options that a sweep varies, as lists.
void add_sweep_options(boost::program_options::options_description& options);

/// The design point that the options describe, but for those `left_out`. Throws UserError for bad
/// values and for reserved room that a memory does not have.
DesignPoint read_point(const Arguments& arguments, const std::vector<std::string>& left_out = {});

/// As with_chosen_lowering(): what a planner chooses of the lowering is said, and from there on the
/// user's.
DesignPoint choose_lowering(const Network& network, const DesignPoint& point, PointCache& cache,
                            const Console& console);

}  // namespace spillway::cli
