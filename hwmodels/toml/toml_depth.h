// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spillway {

/// Throws UserError(input_file), with the line, for a key of more than 16 parts (a.b.c has three
/// parts). The parser nests one table per part and would run out of stack for very long keys.
void require_shallow_keys(std::string_view toml, const std::string& file);

}  // namespace spillway
