// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"

namespace spillway::cli {

/// Adds --color.
void add_colour_option(boost::program_options::options_description& options);

/// What --color says; `auto`, its default, is colour where output goes to a terminal that knows it,
/// unless NO_COLOR is set (no-color.org). Throws UserError(usage) for other values.
bool wants_colour(const Arguments& arguments, const Console& console);

}  // namespace spillway::cli
