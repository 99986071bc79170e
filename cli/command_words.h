// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace spillway::cli {

/// The words behind a command's name, with options of other spellings in ours: -t and -o, and
/// those of Arm's compiler that mean the same here (`--accelerator-config`, `--arena-cache-size`).
/// Throws UserError(usage), saying what there is instead, for those that have no counterpart.
std::vector<std::string> in_our_words(const CommandEntry& command,
                                      const std::vector<std::string>& words);

}  // namespace spillway::cli
