// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "experiments/point/option_table.h"
#include "traces/network.h"

namespace spillway::cli {

/// Adds one option of the table in the form in which `run` takes it.
void add_point_option(boost::program_options::options_description& options,
                      const PointOption& option);

/// Adds the options by which `run`, `compare` and `explain` choose everything besides the network,
/// except the options `left_out`. Help lists the options in the order of the stages that they
/// change.
void add_point_options(boost::program_options::options_description& options,
                       const std::vector<std::string>& left_out = {});

/// Adds the options that a sweep can vary. Each takes a list of values.
void add_sweep_options(boost::program_options::options_description& options);

/// Returns the design point that the options describe; options `left_out` are not read. Throws
/// UserError for bad values, for a missing target, and if more bytes are reserved than a memory
/// has.
DesignPoint read_point(const Arguments& arguments, const std::vector<std::string>& left_out = {});

/// Like read_point(), but the command line need not name a target. complete_point() then takes the
/// target from a compiled network.
DesignPoint read_open_point(const Arguments& arguments,
                            const std::vector<std::string>& left_out = {});

/// Completes `point` if the options name no target or memory mode. It takes what is missing from
/// the first compiled network of `networks`, which was compiled for a certain target and mode
/// (as_compiled()). Throws like read_point().
DesignPoint complete_point(const DesignPoint& point, const std::vector<const Network*>& networks);

/// Returns a line that begins with "spillway: note: " and tells the user which options a point took
/// from a compiled file. Empty if it took none.
std::string note_of_file(const DesignPoint& point);

/// Calls with_chosen_lowering() and prints a line that tells the user which options of the lowering
/// the planner chose. In the returned point, these options count as given by the user.
DesignPoint choose_lowering(const Network& network, const DesignPoint& point, PointCache& cache,
                            const Console& console);

}  // namespace spillway::cli
