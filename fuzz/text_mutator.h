// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace spillway::fuzz {

/// Makes one change that keeps a text close to what its reader expects: a number becomes a limit
/// value, a line is deleted, duplicated or moved, or a cell or word is replaced by another one of
/// the text.
std::string with_text_change(std::string text, std::uint32_t seed);

/// Replaces one 32-bit word of a binary format by a limit value or by another word of the input.
std::string with_word_change(std::string bytes, std::uint32_t seed);

}  // namespace spillway::fuzz
