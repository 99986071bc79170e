// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/point_option.h"

namespace spillway {

/// Every option of a design point, in the order in which sweeps vary them.
const std::vector<PointOption>& point_options();

/// Throws UserError(usage) with a suggestion.
const PointOption& find_point_option(const std::string& name);
/// The same among those of is_swept().
const PointOption& find_swept_option(const std::string& name);

/// Reads `items` and puts them into `point`. Throws UserError.
void set_option(const PointOption& option, const OptionItems& items, DesignPoint& point);

/// The items of one choice as `run` takes them: `dram=4096,sram=1024`, `sram+dram`.
std::string joined_items(const PointOption& option, const OptionItems& items);

/// The option with a value, as `run` takes it: `--name value`, or `--name` and `--name=value`.
std::string option_words(const PointOption& option, const std::string& value);

/// Leaves the choice open again.
void clear_option(const PointOption& option, DesignPoint& point);

/// Whether the point has another value than a fresh one.
bool is_given(const PointOption& option, const DesignPoint& point);

/// Items of one value of a sweep, where commas separate values and + separates items.
OptionItems items_of_sweep_value(const PointOption& option, const std::string& value);

/// Whether sweeps vary it as one of their `options`, without a list of its own.
bool is_swept(const PointOption& option);

/// The items, files with the hash of their contents behind a colon.
OptionItems canonical_items(const PointOption& option, const DesignPoint& point);

/// The value as one word that tells points apart: canonical_items() joined by +.
std::string canonical_value(const PointOption& option, const DesignPoint& point);

/// What a point chooses besides target, memories, planner, allocator, threads and weight ratio, as
/// the command line spells it: `--arena split --place XC_add:operator_data=sram`; empty for none of
/// it.
std::string choices_text(const DesignPoint& point);

/// The given options of one stage, one line each: equal for points that are the same up
/// to there and in that stage.
std::string stage_key(Stage stage, const DesignPoint& point);

/// Why the option would change nothing there, as a whole message; empty where it applies.
std::string obstacle_of(const PointOption& option, const OptionUse& use);

/// Throws UserError(usage) for the first given option that cannot apply.
void require_options_apply(const OptionUse& use);

}  // namespace spillway
