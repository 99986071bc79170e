// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "experiments/sweep/sweep_spec.h"

namespace spillway::cli {

/// Returns the sweep that the command line declares. The networks are the positional arguments. The
/// values to try come from the options of add_sweep_options(), --skip and --vary. Throws UserError
/// for bad values.
SweepSpec read_sweep_spec(const Arguments& arguments, const Console& console);

}  // namespace spillway::cli
