// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"

namespace spillway::cli {

/// Runs `compare --with FILE.csv`, which compares the simulated time of each operator with Vela's
/// estimate in a per-layer listing.
ExitCode compare_vela(const Arguments& arguments, const Console& console);

}  // namespace spillway::cli
