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
/// Throws UserError(usage) for all other words. The message lists all meanings of an ambiguous
/// word, names the nearest target of a board that is not modelled, and suggests a name for a typing
/// mistake.
std::string builtin_target_name(const std::string& word);

}  // namespace spillway
