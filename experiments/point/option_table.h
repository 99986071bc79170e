// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/point_option.h"

namespace spillway {

/// Returns all options of design points, in the order of option_entries.h.
const std::vector<PointOption>& point_options();

/// Returns the option with this name. Throws UserError(usage) for an unknown name; the message
/// suggests a known name.
const PointOption& find_point_option(const std::string& name);
/// Returns the option with this name if is_swept() is true for the option. Throws UserError(usage)
/// for all other names.
const PointOption& find_swept_option(const std::string& name);

/// Parses `items` and sets the option in `point` to the parsed value. Throws UserError if the
/// option does not accept the items.
void set_option(const PointOption& option, const OptionItems& items, DesignPoint& point);

/// Returns the items of one value, joined as on the command line of `run`, such as
/// `dram=4096,sram=1024` or `sram+dram`.
std::string joined_items(const PointOption& option, const OptionItems& items);

/// Returns the words that set an option on a command line: `--name VALUE`. For an option that may
/// be given without a value, returns `--name=VALUE`, or only `--name` if `--name` alone means
/// `value`.
std::string option_words(const PointOption& option, const std::string& value);

/// Resets the option to its default value.
void clear_option(const PointOption& option, DesignPoint& point);

/// Whether the value of the option at the point differs from its default.
bool is_given(const PointOption& option, const DesignPoint& point);

/// Returns `note` with a statement for each of the options `names` that is given at the point
/// without effect, because the plan file of the point already says `what` the option chooses.
std::string with_options_without_effect(std::string note, const DesignPoint& point,
                                        const std::vector<std::string>& names,
                                        const std::string& what);

/// Returns the items of one value of a sweep, in which + separates items. Commas cannot separate
/// items in sweeps, because commas separate values.
OptionItems items_of_sweep_value(const PointOption& option, const std::string& value);

/// Whether a sweep can vary this option through SweepSpec::options. False for options with a list
/// of their own in SweepSpec, such as `planners`, and for options that only change names in
/// results.
bool is_swept(const PointOption& option);

/// Returns the items of the option's value. An item that names a file ends in a colon and the hash
/// of the file's contents.
OptionItems canonical_items(const PointOption& option, const DesignPoint& point);

/// Returns canonical_items() joined by +. Different values have different texts.
std::string canonical_value(const PointOption& option, const DesignPoint& point);

/// Returns the options that the point sets as words of a command line, such as `--arena split
/// --place XC_add:operator_data=sram`. Leaves out target, system configuration, memory mode,
/// memories, planner, allocator, threads and weight ratio, because results have fields for these
/// options. Empty if the point sets no other options.
std::string choices_text(const DesignPoint& point);

/// Returns the options that the point sets and that take effect in the step `stage` of a run, one
/// option per line. If two points have equal keys for a step and for all earlier steps, the results
/// of this step are equal. Exception: a plan also depends on the options of the step `schedule`.
std::string stage_key(Stage stage, const DesignPoint& point);

/// Returns a message with the reason why the option has no effect at this point; empty if the
/// option has an effect.
std::string obstacle_of(const PointOption& option, const OptionUse& use);

/// Throws UserError(usage) if the point sets an option that has no effect at this point.
void require_options_apply(const OptionUse& use);

}  // namespace spillway
