// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace spillway::fuzz {

/// Returns the text with one change that keeps it similar to valid input. The change replaces a
/// number by a limit value, deletes, duplicates or moves a line, or replaces a cell or word by
/// another cell or word of the text.
std::string with_text_change(std::string text, std::uint32_t seed);

/// Returns a binary input in which one 32-bit word is replaced by a limit value or by another word
/// of the input.
std::string with_word_change(std::string bytes, std::uint32_t seed);

}  // namespace spillway::fuzz
