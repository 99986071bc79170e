// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace spillway::cli {

/// Translates the words after a command's name. -t and -o become long options. Options of Arm's
/// compiler Vela (`--accelerator-config`, `--arena-cache-size`) become options of Spillway. Throws
/// UserError(usage) for an option of Vela that Spillway does not have; the message says what to use
/// instead.
std::vector<std::string> translate_options(const CommandEntry& command,
                                           const std::vector<std::string>& words);

}  // namespace spillway::cli
