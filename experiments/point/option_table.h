// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/point_option.h"

namespace spillway {

/// Returns all options of design points, in the order in which sweeps vary them.
const std::vector<PointOption>& point_options();

/// Finds an option by its name. For an unknown name, throws UserError(usage) with a suggestion.
const PointOption& find_point_option(const std::string& name);
/// Like find_point_option(), but only for options for which is_swept() is true.
const PointOption& find_swept_option(const std::string& name);

/// Parses `items` and sets the option to them in `point`. Throws UserError if the option does not
/// accept them.
void set_option(const PointOption& option, const OptionItems& items, DesignPoint& point);

/// Returns the items of one value, joined as on the command line of `run`: `dram=4096,sram=1024` or
/// `sram+dram`.
std::string joined_items(const PointOption& option, const OptionItems& items);

/// Returns the words of a command line that set an option: `--name VALUE`. If the option may stand
/// without a value, they are `--name=VALUE`, or `--name` for its implied value.
std::string option_words(const PointOption& option, const std::string& value);

/// Resets the option to its default.
void clear_option(const PointOption& option, DesignPoint& point);

/// Whether the option has another value than its default at the point.
bool is_given(const PointOption& option, const DesignPoint& point);

/// Splits one value of a sweep into its items, which are separated by +. (In sweeps, commas
/// separate values.)
OptionItems items_of_sweep_value(const PointOption& option, const std::string& value);

/// Whether a sweep varies this option through its `options` list. Other options have a list of
/// their own, such as `planners`.
bool is_swept(const PointOption& option);

/// Returns the items of the option's value. An item that names a file is followed by a colon and
/// the hash of the file's contents.
OptionItems canonical_items(const PointOption& option, const DesignPoint& point);

/// Returns canonical_items() joined by +. Different values have different texts.
std::string canonical_value(const PointOption& option, const DesignPoint& point);

/// Returns options that the point sets as words of a command line, such as `--arena split --place
/// XC_add:operator_data=sram`; empty if there are none. Target, memories, planner, allocator,
/// threads and weight ratio are left out, because results have fields for them.
std::string choices_text(const DesignPoint& point);

/// Returns the options of one stage that the point sets, one line each. If two points have equal
/// keys for a stage and for all earlier stages, they have equal results of this stage.
std::string stage_key(Stage stage, const DesignPoint& point);

/// Returns a message that says why the option would have no effect at this point; empty if it has
/// an effect.
std::string obstacle_of(const PointOption& option, const OptionUse& use);

/// Throws UserError(usage) if the point sets an option that has no effect there.
void require_options_apply(const OptionUse& use);

}  // namespace spillway
