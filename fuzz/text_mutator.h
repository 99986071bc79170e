// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace spillway::fuzz {

/// One change that keeps a text mostly what its reader expects: a number becomes one at some limit,
/// a line goes, is doubled or moves, a cell or word is taken from elsewhere in the text.
std::string with_text_change(std::string text, std::uint32_t seed);

/// One 32-bit word of a binary format becomes a number at some limit or another word of it.
std::string with_word_change(std::string bytes, std::uint32_t seed);

}  // namespace spillway::fuzz
