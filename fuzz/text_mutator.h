// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace spillway::fuzz {

/// Returns `text` with one change that keeps it similar to valid input. The change replaces a
/// number by a limit value such as a maximum, deletes, duplicates or moves a line, or replaces a
/// cell or word by another cell or word of the text.
std::string with_text_change(std::string text, std::uint32_t seed);

/// Returns the binary input `bytes` with one 32-bit word replaced by a limit value, such as a
/// maximum, by the sum or difference of the word and a limit value, or by another word of the
/// input.
std::string with_word_change(std::string bytes, std::uint32_t seed);

}  // namespace spillway::fuzz
