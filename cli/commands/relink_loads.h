// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"
#include "traces/network.h"

namespace spillway::cli {

/// Runs the command `relink` for a compiled file with loads (operators that copy weights into the
/// arena): writes a copy of the file with a new order of operators and new offsets in the arena.
/// Throws UserError(usage) for options that apply only to other files.
ExitCode relink_loads_file(const Arguments& arguments, const Network& network,
                           const Console& console);

}  // namespace spillway::cli
