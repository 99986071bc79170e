// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "experiments/sweep/sweep_spec.h"

namespace spillway::cli {

/// The sweep that the options of add_sweep_options(), --skip and --vary declare for the networks in
/// the positional arguments. Throws UserError.
SweepSpec read_sweep_spec(const Arguments& arguments, const Console& console);

}  // namespace spillway::cli
