// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace spillway::fuzz {

/// Makes one change after which a text still resembles what its reader expects. A number becomes a
/// limit value; a line is deleted, duplicated or moved; or a cell or word is replaced by another
/// cell or word of the text.
std::string with_text_change(std::string text, std::uint32_t seed);

/// Replaces one 32-bit word of a binary input by a limit value or by another word of the input.
std::string with_word_change(std::string bytes, std::uint32_t seed);

}  // namespace spillway::fuzz
