// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"
#include "traces/network.h"

namespace spillway::cli {

/// Runs the command `relink` for a network that TensorFlow Lite Micro runs in one arena: writes a
/// copy of the file that contains a memory plan of the arena. Throws UserError(usage) for options
/// that apply only to networks compiled for an NPU.
ExitCode relink_arena_file(const Arguments& arguments, const Network& network,
                           const Console& console);

}  // namespace spillway::cli
