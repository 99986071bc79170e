// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "experiments/point/option_table.h"
#include "traces/network.h"

namespace spillway::cli {

/// Adds an option of the table of options, with the form of value that the command `run` takes.
void add_point_option(boost::program_options::options_description& options,
                      const PointOption& option);

/// Adds all options that describe a design point besides the network, except the options
/// `left_out`. The commands `run`, `compare` and `explain` have these options. Options are added in
/// the order of the stages that they change (target, lowering, plan, schedule, simulation). The
/// help page has the same order.
void add_point_options(boost::program_options::options_description& options,
                       const std::vector<std::string>& left_out = {});

/// Adds the options that a sweep can vary. Each option takes a list of values.
void add_sweep_options(boost::program_options::options_description& options);

/// Returns the design point that the options describe, without the options `left_out`. Throws
/// UserError for bad values, for a missing target, and if more bytes are reserved in a memory than
/// the memory has.
DesignPoint read_point(const Arguments& arguments, const std::vector<std::string>& left_out = {});

/// Returns the design point that the options describe, like read_point(), but the target may be
/// missing. complete_point() then takes the target from a compiled network.
DesignPoint read_open_point(const Arguments& arguments,
                            const std::vector<std::string>& left_out = {});

/// Completes a design point without target or memory mode. Takes the missing values from the first
/// compiled network of `networks`, which was compiled for a certain target and mode
/// (as_compiled()). Throws UserError like read_point().
DesignPoint complete_point(const DesignPoint& point, const std::vector<const Network*>& networks);

/// Returns a line "spillway: note: ..." that tells the user which options of the design point were
/// taken from a compiled file; empty if no options were taken.
std::string note_of_file(const DesignPoint& point);

/// Calls with_chosen_lowering(), and prints a line that tells the user which options of the
/// lowering the planner chose. The returned design point has these options as if the user had given
/// them.
DesignPoint choose_lowering(const Network& network, const DesignPoint& point, PointCache& cache,
                            const Console& console);

}  // namespace spillway::cli
