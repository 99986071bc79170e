// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"

namespace spillway::cli {

/// Runs `compare --with FILE.csv`, which compares a run with Vela's per-layer listing, operator by
/// operator.
ExitCode compare_vela(const Arguments& arguments, const Console& console);

}  // namespace spillway::cli
