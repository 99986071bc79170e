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
/// in the order of the stages that these options change.
void add_point_options(boost::program_options::options_description& options,
                       const std::vector<std::string>& left_out = {});

/// Adds the options that a sweep can vary. Each takes a list of values.
void add_sweep_options(boost::program_options::options_description& options);

/// The design point that the options describe; options `left_out` are not read. Throws UserError
/// for bad values, for a missing target, and for more reserved bytes than a memory has.
DesignPoint read_point(const Arguments& arguments, const std::vector<std::string>& left_out = {});

/// Like read_point(), but the target may be missing: complete_point() then finds it.
DesignPoint read_open_point(const Arguments& arguments,
                            const std::vector<std::string>& left_out = {});

/// Completes `point` with the target and memory mode that compiled files were made for, where the
/// options name none: as_compiled() of the first of `networks` that is compiled. Throws like
/// read_point().
DesignPoint complete_point(const DesignPoint& point, const std::vector<const Network*>& networks);

/// A line that tells the user which options a point took from a compiled file: "spillway: note:
/// ...\n"; empty if it took none.
std::string note_of_file(const DesignPoint& point);

/// with_chosen_lowering(), with a line that tells the user which options of the lowering the
/// planner chose. In the returned point these count as options that the user gave.
DesignPoint choose_lowering(const Network& network, const DesignPoint& point, PointCache& cache,
                            const Console& console);

}  // namespace spillway::cli
