// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// The name of the built-in target or family that `word` means: its own in any case and with or
/// without dashes ("ETHOSU55-128"), its end ("u55-128"), a part that no other target has ("we2"),
/// or a board's of boards/boards.toml. Throws UserError(usage): a word that means several lists
/// them, a board that is not modelled names the nearest target, and a typing mistake gets a
/// suggestion.
std::string builtin_target_name(const std::string& word);

}  // namespace spillway
