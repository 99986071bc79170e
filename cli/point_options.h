// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "experiments/point/option_table.h"
#include "traces/network.h"

namespace spillway::cli {

/// Adds an option of the option table (experiments/point). In help, the value of the option has the
/// same placeholder as in the help of `run`.
void add_point_option(boost::program_options::options_description& options,
                      const PointOption& option);

/// Adds the options that describe a design point, except the options named in `left_out`. The
/// commands `run`, `compare` and `explain` have these options. Options are added in the order of
/// the steps on which they have an effect: target, lowering, plan, schedule, simulation.
void add_point_options(boost::program_options::options_description& options,
                       const std::vector<std::string>& left_out = {});

/// Adds the options that a sweep can vary. Each option takes a list of values.
void add_sweep_options(boost::program_options::options_description& options);

/// Returns the design point that the options describe. Options named in `left_out` are ignored.
/// Throws UserError for bad values, for a missing target, and if more bytes are reserved in a
/// memory than the memory has.
DesignPoint read_point(const Arguments& arguments, const std::vector<std::string>& left_out = {});

/// Returns the design point that the options describe, like read_point(), but the target may be
/// missing. complete_point() then takes the target from a compiled network.
DesignPoint read_open_point(const Arguments& arguments,
                            const std::vector<std::string>& left_out = {});

/// Returns `point` with target and memory mode. If `point` has no target, takes target and mode
/// from the first compiled network of `networks`, which was compiled for a certain target and mode
/// (as_compiled()). Throws UserError if the target is still missing, or if more bytes are reserved
/// in a memory than the memory has.
DesignPoint complete_point(const DesignPoint& point, const std::vector<const Network*>& networks);

/// Returns a line "spillway: note: ..." that tells the user which options of the design point were
/// taken from a compiled file; empty if no options were taken.
std::string note_of_file(const DesignPoint& point);

/// Returns the design point that with_chosen_lowering() returns: `point` with the lowering options
/// that the planner chose. Prints a line that tells the user which options the planner chose.
DesignPoint choose_lowering(const Network& network, const DesignPoint& point, PointCache& cache,
                            const Console& console);

}  // namespace spillway::cli
