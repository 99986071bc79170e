// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"
#include "traces/network.h"

namespace spillway::cli {

/// Runs `relink` of a compiled file whose operators load weights into the arena: writes a copy in
/// which these operators have another order and other offsets. Throws UserError(usage) for options
/// that apply only to other files.
ExitCode relink_loads_file(const Arguments& arguments, const Network& network,
                           const Console& console);

}  // namespace spillway::cli
