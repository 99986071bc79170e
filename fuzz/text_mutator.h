// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace spillway::fuzz {

/// Makes one change that keeps the text similar to valid input. It replaces a number by a limit
/// value, deletes, duplicates or moves a line, or replaces a cell or word by another cell or word
/// of the text.
std::string with_text_change(std::string text, std::uint32_t seed);

/// Replaces a 32-bit word of a binary input by a limit value or by another word of the input.
std::string with_word_change(std::string bytes, std::uint32_t seed);

}  // namespace spillway::fuzz
