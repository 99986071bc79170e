// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// Returns the name of the built-in target or family that `word` means. `word` may be:
/// * the name in any case and with or without dashes ("ETHOSU55-128");
/// * the end of the name ("u55-128");
/// * a part of the name that no other target has ("we2");
/// * a board of boards/boards.toml.
///
/// Throws UserError(usage): for an ambiguous word with all its meanings, for a board that is not
/// modelled with the nearest target, for a typing mistake with a suggestion.
std::string builtin_target_name(const std::string& word);

}  // namespace spillway
