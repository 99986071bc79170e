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
/// values, without a target, and for reserved room that a memory does not have.
DesignPoint read_point(const Arguments& arguments, const std::vector<std::string>& left_out = {});

/// The same without a target where the options name none; complete_point() is to follow.
DesignPoint read_open_point(const Arguments& arguments,
                            const std::vector<std::string>& left_out = {});

/// A point with the target and memory mode that compiled files were made for, where the options say
/// nothing of them: as_compiled() of the first of `networks` that is compiled. Throws as
/// read_point() does.
DesignPoint complete_point(const DesignPoint& point, const std::vector<const Network*>& networks);

/// What a point took from a compiled file, as a line for people: "spillway: note: ...\n"; empty for
/// nothing.
std::string note_of_file(const DesignPoint& point);

/// As with_chosen_lowering(): what a planner chooses of the lowering is said, and from there on the
/// user's.
DesignPoint choose_lowering(const Network& network, const DesignPoint& point, PointCache& cache,
                            const Console& console);

}  // namespace spillway::cli
