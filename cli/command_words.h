// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace spillway::cli {

/// Returns the words after a command's name, translated: -t and -o become long options, and options
/// of Arm's compiler Vela (`--accelerator-config`, `--arena-cache-size`) become options of
/// Spillway. Throws UserError(usage) for an option of Vela that Spillway does not have; the message
/// says what to use instead.
std::vector<std::string> translate_options(const CommandEntry& command,
                                           const std::vector<std::string>& words);

}  // namespace spillway::cli
