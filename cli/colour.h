// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"

namespace spillway::cli {

/// Adds the option --color.
void add_colour_option(boost::program_options::options_description& options);

/// Returns whether to print colours, according to the option --color. With the default value
/// `auto`, colours are printed if the output goes to a terminal that supports colours and the
/// variable NO_COLOR is not set (no-color.org). Throws UserError(usage) for an unknown value of
/// --color.
bool wants_colour(const Arguments& arguments, const Console& console);

}  // namespace spillway::cli
