// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/point_option.h"

namespace spillway {

/// Every option of a design point, in the order in which sweeps vary them.
const std::vector<PointOption>& point_options();

/// Finds an option by name. Throws UserError(usage) with a suggestion for an unknown name.
const PointOption& find_point_option(const std::string& name);
/// The same among the options for which is_swept() is true.
const PointOption& find_swept_option(const std::string& name);

/// Reads `items` and sets the option of `point` to them. Throws UserError.
void set_option(const PointOption& option, const OptionItems& items, DesignPoint& point);

/// The items of one value in the syntax of `run`: `dram=4096,sram=1024`, `sram+dram`.
std::string joined_items(const PointOption& option, const OptionItems& items);

/// The option with a value in the syntax of `run`: `--name value`, or `--name` and `--name=value`.
std::string option_words(const PointOption& option, const std::string& value);

/// Resets the option to its default.
void clear_option(const PointOption& option, DesignPoint& point);

/// Whether the point's value of the option differs from the default.
bool is_given(const PointOption& option, const DesignPoint& point);

/// Splits one value of a sweep into items. In sweeps, commas separate values and + separates items.
OptionItems items_of_sweep_value(const PointOption& option, const std::string& value);

/// Whether a sweep varies this option through its `options` list, and not through a list of its own
/// such as `planners`.
bool is_swept(const PointOption& option);

/// The items of the option's value; a file is followed by a colon and the hash of its contents.
OptionItems canonical_items(const PointOption& option, const DesignPoint& point);

/// canonical_items() joined by +, one word that differs for different values.
std::string canonical_value(const PointOption& option, const DesignPoint& point);

/// The options that a point sets, except target, memories, planner, allocator, threads and weight
/// ratio, as a command line: `--arena split --place XC_add:operator_data=sram`; empty if there are
/// none.
std::string choices_text(const DesignPoint& point);

/// The given options of one stage, one line each. Two points with equal keys for this and all
/// earlier stages have equal results of this stage.
std::string stage_key(Stage stage, const DesignPoint& point);

/// Why the option would change nothing for this point, as a complete message; empty if it applies.
std::string obstacle_of(const PointOption& option, const OptionUse& use);

/// Throws UserError(usage) for the first given option that cannot apply.
void require_options_apply(const OptionUse& use);

}  // namespace spillway
