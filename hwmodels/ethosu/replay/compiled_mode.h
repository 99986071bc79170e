// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

/// What a user should know of the memory mode in which a compiled file runs; empty for nothing.
///
/// A file tells whether its compiler had a cache beside the arena: its streams then address the
/// region of the fast arena. A mode of the other kind gives other times without any sign of it.
/// Modes of the same kind, which differ in where constants lie, a file does not tell apart; that is
/// said unless the user chose the mode (`chosen`).
std::string compiled_mode_warning(const DecodedFile& file, const std::string& network,
                                  const Target& target, bool chosen);

}  // namespace spillway::ethosu
