// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spillway {

/// What stands at the front of a text: a character of UTF-8, or a byte that is part of none.
struct Utf8Front {
  std::uint32_t code = 0;  // of the character, or the byte
  std::size_t bytes = 0;   // it takes; 0 = the text is empty
  bool valid = false;
};

/// Overlong forms, surrogates and codes above U+10FFFF are no characters.
Utf8Front utf8_front(std::string_view text);

/// True when `text` is the beginning of a character that further bytes may complete.
bool is_begun_utf8(std::string_view text);

}  // namespace spillway
